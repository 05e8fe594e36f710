#include "packet.h"

/* xorshift32: the same traffic in every run. */
static uint32_t next_random(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

unsigned receive_burst(struct receive_queue *queue, struct packet *burst) {
  unsigned count = queue->left < BURST ? (unsigned)queue->left : BURST;
  for (unsigned i = 0; i < count; i++) {
    uint32_t random = next_random(&queue->state);
    burst[i].destination = random;
    burst[i].length = (uint16_t)(64 + random % 1437);
    burst[i].time_to_live = (uint8_t)(random >> 24);
  }
  queue->left -= count;
  return count;
}

unsigned forward_burst(struct packet *burst, unsigned count) {
  unsigned sent = 0;
  for (unsigned i = 0; i < count; i++) {
    if (burst[i].time_to_live <= 1)
      continue; /* expired */
    burst[sent] = burst[i];
    burst[sent++].time_to_live--;
  }
  return sent;
}

uint64_t bytes_of(const struct packet *burst, unsigned count) {
  uint64_t bytes = 0;
  for (unsigned i = 0; i < count; i++)
    bytes += burst[i].length;
  return bytes;
}
