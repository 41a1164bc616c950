/* A disk that writes down what happens to it: preloaded into a process, it records every change to the three files of
 * one game, and which of them were synced when, so that any power cut can be played afterwards. It syncs nothing itself.
 * A record: kind, file, offset, length, bytes. Kinds: W(rite) T(runcate) S(ync) R(eplaced) U(nlinked) A(nswered).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEAD 14

static const char *names[] = {"", "game.tape", "game.db", "game.db-wal"};
static char folder[512];
static int record = -1;
static long kill_in;
static unsigned seed;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void find_real_ones(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_rename = dlsym(RTLD_NEXT, "rename");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
}

/* For the tests, by way of ctypes */

void recordfs_start(const char *game, const char *into, unsigned naps) {
    strncpy(folder, game, sizeof folder - 1);
    record = open(into, O_WRONLY | O_CREAT | O_APPEND, 0644);
    seed = naps;
}

void recordfs_kill_in(long operations) { kill_in = operations; }

/* What happens to an operation */

static int named(const char *path) {
    size_t length = strlen(folder);
    if (record < 0 || strncmp(path, folder, length) || path[length] != '/') return 0;
    for (int file = 1; file < 4; file++)
        if (!strcmp(path + length + 1, names[file])) return file;
    return 0;
}

static int opened(int descriptor) {
    char link[64], path[600];
    if (record < 0 || descriptor == record) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return named(path);
}

static uint64_t recorded(void) {
    struct stat now;
    fstat(record, &now);
    return now.st_size;
}

static void begins(void) {
    pthread_mutex_lock(&one);
    if (kill_in && !--kill_in) kill(getpid(), SIGKILL);
}

static void put(char kind, int file, uint64_t offset, const void *bytes, uint32_t length) {
    char *line = malloc(HEAD + length);
    line[0] = kind;
    line[1] = file;
    memcpy(line + 2, &offset, 8);
    memcpy(line + 10, &length, 4);
    if (length) memcpy(line + HEAD, bytes, length);
    if (real_write(record, line, HEAD + length) != (ssize_t)(HEAD + length)) abort();
    free(line);
}

static void ends(void) { pthread_mutex_unlock(&one); }

void recordfs_answered(long moves) {
    pthread_mutex_lock(&one);
    put('A', 0, moves, "", 0);
    ends();
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    int file = opened(descriptor);
    if (!file) return real_write(descriptor, bytes, size);
    begins();
    ssize_t written = real_write(descriptor, bytes, size);
    if (written > 0) put('W', file, lseek(descriptor, 0, SEEK_CUR) - written, bytes, written);
    ends();
    return written;
}

static ssize_t any_pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    int file = opened(descriptor);
    if (!file) return real_pwrite(descriptor, bytes, size, offset);
    begins();
    ssize_t written = real_pwrite(descriptor, bytes, size, offset);
    if (written > 0) put('W', file, offset, bytes, written);
    ends();
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    return any_pwrite(descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t offset) {
    return any_pwrite(descriptor, bytes, size, offset);
}

static int any_ftruncate(int descriptor, off_t size) {
    int file = opened(descriptor);
    if (!file) return real_ftruncate(descriptor, size);
    begins();
    int result = real_ftruncate(descriptor, size);
    put('T', file, size, "", 0);
    ends();
    return result;
}

int ftruncate(int descriptor, off_t size) { return any_ftruncate(descriptor, size); }
int ftruncate64(int descriptor, off_t size) { return any_ftruncate(descriptor, size); }

/* What was written before it began is down when it ends; in between it may be overtaken by the other one. */
static int any_sync(int descriptor) {
    int file = opened(descriptor);
    if (!file) return 0;
    begins();
    uint64_t before = recorded();
    struct timespec nap = {0, rand_r(&seed) % 300 * 1000};
    ends();
    nanosleep(&nap, 0);
    begins();
    put('S', file, before, "", 0);
    ends();
    return 0;
}

int fsync(int descriptor) { return any_sync(descriptor); }
int fdatasync(int descriptor) { return any_sync(descriptor); }

int rename(const char *from, const char *to) {
    int file = named(to);
    if (!file) return real_rename(from, to);
    begins();
    int result = real_rename(from, to);
    int descriptor = open(to, O_RDONLY);
    struct stat now;
    fstat(descriptor, &now);
    char *bytes = malloc(now.st_size + 1);
    if (read(descriptor, bytes, now.st_size) != now.st_size) abort();
    close(descriptor);
    put('R', file, 0, bytes, now.st_size);
    free(bytes);
    ends();
    return result;
}

int unlink(const char *path) {
    int file = named(path);
    if (!file) return real_unlink(path);
    begins();
    int result = real_unlink(path);
    if (!result) put('U', file, 0, "", 0);
    ends();
    return result;
}
