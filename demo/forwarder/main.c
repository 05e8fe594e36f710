/* A switch in miniature: one polling thread a worker, counters a worker, totals at the end.
 *
 *   forwarder [WORKERS [PACKETS]]      PACKETS for each worker
 */
#include "statistics.h"
#include "worker.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int run_workers(unsigned workers, uint64_t packets) {
  static struct worker_config configs[MAX_WORKERS];
  pthread_t threads[MAX_WORKERS];

  for (unsigned i = 0; i < workers; i++) {
    configs[i].id = i;
    configs[i].packets = packets;
    if (pthread_create(&threads[i], NULL, run_worker, &configs[i]) != 0) {
      fprintf(stderr, "forwarder: cannot start worker %u\n", i);
      return -1;
    }
  }
  for (unsigned i = 0; i < workers; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

static void print_totals(unsigned workers) {
  struct worker_statistics total = {0};

  printf("worker  rx packets  tx packets      rx bytes      tx bytes\n");
  for (unsigned i = 0; i < workers; i++) {
    struct worker_statistics one = statistics_of(i);
    printf("%6u  %10" PRIu64 "  %10" PRIu64 "  %12" PRIu64 "  %12" PRIu64 "\n", i, one.rx_packets,
           one.tx_packets, one.rx_bytes, one.tx_bytes);
    total.rx_packets += one.rx_packets;
    total.tx_packets += one.tx_packets;
    total.rx_bytes += one.rx_bytes;
    total.tx_bytes += one.tx_bytes;
  }
  printf(" total  %10" PRIu64 "  %10" PRIu64 "  %12" PRIu64 "  %12" PRIu64 "\n", total.rx_packets,
         total.tx_packets, total.rx_bytes, total.tx_bytes);
}

int main(int argc, char **argv) {
  unsigned long workers = argc > 1 ? strtoul(argv[1], NULL, 10) : 4;
  uint64_t packets = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;

  if (workers == 0 || workers > MAX_WORKERS) {
    fprintf(stderr, "usage: forwarder [WORKERS [PACKETS]], 1 to %d workers\n", MAX_WORKERS);
    return 2;
  }
  if (run_workers((unsigned)workers, packets) != 0)
    return 1;
  print_totals((unsigned)workers);
  return 0;
}
