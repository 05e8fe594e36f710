#include "worker.h"
#include "packet.h"
#include "statistics.h"

#include <stddef.h>

void *run_worker(void *config) {
  const struct worker_config *self = config;
  struct receive_queue queue = {self->packets, self->id + 1};
  struct packet burst[BURST];
  unsigned received;

  while ((received = receive_burst(&queue, burst)) > 0) {
    count_received(self->id, received, bytes_of(burst, received));
    unsigned sent = forward_burst(burst, received);
    count_sent(self->id, sent, bytes_of(burst, sent));
  }
  return NULL;
}
