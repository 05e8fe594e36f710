/* Counters of the workers. Each worker writes its own element only, so that no lock is needed. */
#include "statistics.h"
#include "worker.h"

static struct worker_statistics stats[MAX_WORKERS];

void count_received(unsigned worker, uint64_t packets, uint64_t bytes) {
  stats[worker].rx_packets += packets;
  stats[worker].rx_bytes += bytes;
}

void count_sent(unsigned worker, uint64_t packets, uint64_t bytes) {
  stats[worker].tx_packets += packets;
  stats[worker].tx_bytes += bytes;
}

struct worker_statistics statistics_of(unsigned worker) {
  return stats[worker];
}
