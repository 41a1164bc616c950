/* A slow card: preloaded into a process, it makes every sync last SLOW_MS milliseconds, 30 if nothing is said. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
    const char *said = getenv("SLOW_MS");
    long ms = said ? atol(said) : 30;
    struct timespec nap = {ms / 1000, ms % 1000 * 1000000};
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    nanosleep(&nap, 0);
    return real(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
