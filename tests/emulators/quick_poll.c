/* Preloaded into pcscd, which asks a reader of this kind every 0.4 s whether a card is there: it asks after 2 ms. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int nanosleep(const struct timespec *asked, struct timespec *left)
{
    int (*real)(const struct timespec *, struct timespec *) = dlsym(RTLD_NEXT, "nanosleep");
    struct timespec quick = {0, 2000000};
    return real(asked->tv_sec || asked->tv_nsec > quick.tv_nsec ? &quick : asked, left);
}
