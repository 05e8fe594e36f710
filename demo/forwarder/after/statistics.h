/* What each worker counts. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdint.h>

struct worker_statistics {
  uint64_t rx_packets, tx_packets;
  uint64_t rx_bytes, tx_bytes;
} __attribute__((aligned(64)));

void count_received(unsigned worker, uint64_t packets, uint64_t bytes);
void count_sent(unsigned worker, uint64_t packets, uint64_t bytes);
struct worker_statistics statistics_of(unsigned worker);

#endif
