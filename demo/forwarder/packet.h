/* Packets, and the simulated port they come from and go to. */
#ifndef PACKET_H
#define PACKET_H

#include <stdint.h>

enum { BURST = 32 };

struct packet {
  uint32_t destination;
  uint16_t length;
  uint8_t time_to_live;
};

/* A worker's own receive queue: polling it touches nothing that another worker touches. */
struct receive_queue {
  uint64_t left;  /* packets until the link falls silent */
  uint32_t state; /* of the generator of test traffic; never 0 */
};

/* Fills in up to BURST packets; returns how many came, 0 at the end. */
unsigned receive_burst(struct receive_queue *queue, struct packet *burst);

/* Moves the packets that can go on to the front; returns how many those are. */
unsigned forward_burst(struct packet *burst, unsigned count);

uint64_t bytes_of(const struct packet *burst, unsigned count);

#endif
