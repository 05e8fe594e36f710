/* A stand-in for the program that false-sharing-example.txt was recorded from, whose source is published in
 * joemario/perf-c2c-usage-files and is not copied here. Rebuilt is what a join needs: the struct, the two variables, and
 * on each source line that the report names the field that the program touches there. */

struct _buf {
  long lock0;
  long lock1;
  long reserved1;
  long pad;
  long reader1, reader2, reader3, reader4;
} __attribute__((aligned(64)));

struct _buf buf1, buf2;

long read_write_func(int reader) {
  long sum = 0;
#line 144
  while (__sync_lock_test_and_set(&buf1.lock0, 1))
    buf1.lock0 = 0;
  switch (reader) {
  case 1:
#line 154
    sum += buf1.reader1;
    sum += buf2.reader1;
    break;
  case 2:
#line 158
    sum += buf1.reader2;
    sum += buf2.reader2;
    break;
  case 3:
#line 162
    sum += buf1.reader3;
    sum += buf2.reader3;
    break;
  }
  return sum;
}
