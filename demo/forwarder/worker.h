#ifndef WORKER_H
#define WORKER_H

#include <stdint.h>

enum { MAX_WORKERS = 8 };

/* What a worker is told when it is started. */
struct worker_config {
  unsigned id;
  uint64_t packets;
};

/* Entry function of a thread; config is a struct worker_config. */
void *run_worker(void *config);

#endif
