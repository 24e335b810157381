// The clock of a process under `LD_PRELOAD`: real time plus what virtual_clock.py has skipped.
//
// Clocks and timer descriptors (Dispatch and NIO wait for their timers with these) follow virtual time. On a skip, the timers are set again. A thread
// connects to the socket `FRESHET_VIRTUAL_CLOCK`, and answers each order, two offsets in nanoseconds, with the earliest deadline of a timer.
// Relative waits (`nanosleep`, futexes) last as long as in real time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#define DESCRIPTORS 4096

// What has been added to all clocks, and further to the clock of the day.
static _Atomic int64_t skipped, drift;

static struct timer {
    int clock, flags;
    int64_t deadline;  // in virtual time; 0 if it isn't set
} timers[DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

static int64_t nanoseconds(const struct timespec *time) { return time->tv_sec * SECOND + time->tv_nsec; }

static struct timespec timespec(int64_t nanoseconds) {
    return (struct timespec){nanoseconds / SECOND, nanoseconds % SECOND};
}

static int64_t offset(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_REALTIME_ALARM: return skipped + drift;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: case CLOCK_BOOTTIME: return skipped;
    default: return 0;  // processor time
    }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static _Atomic(void *) found;
    if (!found) found = real("clock_gettime");
    int status = ((int (*)(clockid_t, struct timespec *))found)(clock, time);
    if (status == 0) *time = timespec(nanoseconds(time) + offset(clock));
    return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int timerfd_create(int clock, int flags) {
    int descriptor = REAL(timerfd_create)(clock, flags);
    if (descriptor >= DESCRIPTORS) abort();
    if (descriptor < 0) return descriptor;
    pthread_mutex_lock(&lock);
    timers[descriptor] = (struct timer){clock, 0, 0};
    pthread_mutex_unlock(&lock);
    return descriptor;
}

// Sets the kernel's timer by the deadline in virtual time.
static int set(int descriptor, const struct timer *timer) {
    int64_t due = timer->deadline - offset(timer->clock);
    struct itimerspec value = {.it_value = timer->deadline ? timespec(due > 1 ? due : 1) : timespec(0)};
    return REAL(timerfd_settime)(descriptor, TFD_TIMER_ABSTIME | timer->flags, &value, NULL);
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
    // Nobody repeats timers or asks for what was set; the campaign would have to be changed for it.
    if (old || nanoseconds(&new->it_interval)) abort();
    pthread_mutex_lock(&lock);
    struct timer *timer = &timers[descriptor];
    timer->flags = flags & ~TFD_TIMER_ABSTIME;
    timer->deadline = nanoseconds(&new->it_value);
    if (timer->deadline && !(flags & TFD_TIMER_ABSTIME)) {
        struct timespec now;
        clock_gettime(timer->clock, &now);
        timer->deadline += nanoseconds(&now);
    }
    int status = set(descriptor, timer);
    pthread_mutex_unlock(&lock);
    return status;
}

// The end of a wait in real time: these waits don't notice skips, and last too long rather than too short.
static struct timespec unskipped(const struct timespec *end, clockid_t clock) {
    int64_t due = nanoseconds(end) - offset(clock);
    return timespec(due > 0 ? due : 0);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
    struct timespec due = unskipped(end, CLOCK_REALTIME);
    return REAL(pthread_cond_timedwait)(condition, mutex, &due);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
    struct timespec due = unskipped(end, CLOCK_REALTIME);
    return REAL(sem_timedwait)(semaphore, &due);
}

// The next deadline in nanoseconds of the monotonic clock; 0 without one.
static int64_t earliest(void) {
    int64_t first = 0;
    struct timespec monotonic;
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    pthread_mutex_lock(&lock);
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
        if (!timers[descriptor].deadline) continue;
        struct timespec now;
        clock_gettime(timers[descriptor].clock, &now);
        int64_t left = timers[descriptor].deadline - nanoseconds(&now);
        int64_t due = nanoseconds(&monotonic) + left;
        if (left > 0 && (!first || due < first)) first = due;
    }
    pthread_mutex_unlock(&lock);
    return first;
}

static void skip(int64_t to, int64_t drifted) {
    pthread_mutex_lock(&lock);
    if (to != skipped || drifted != drift) {
        skipped = to;
        drift = drifted;
        for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
            // A closed timer's number may belong to something else.
            if (timers[descriptor].deadline && set(descriptor, &timers[descriptor]) != 0) timers[descriptor].deadline = 0;
        }
    }
    pthread_mutex_unlock(&lock);
}

static void *serve(void *given) {
    int socket = (int)(intptr_t)given;
    int64_t order[2], answer[2] = {syscall(SYS_gettid), 0};
    while (recv(socket, order, sizeof order, MSG_WAITALL) == sizeof order) {
        skip(order[0], order[1]);
        answer[1] = earliest();
        if (send(socket, answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) break;
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FRESHET_VIRTUAL_CLOCK");
    if (!path) return;
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int64_t order[2];
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) != 0
        || recv(connection, order, sizeof order, MSG_WAITALL) != sizeof order) abort();
    skip(order[0], order[1]);
    // Commands that the process starts have the real time.
    unsetenv("LD_PRELOAD");
    unsetenv("FRESHET_VIRTUAL_CLOCK");
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)connection) != 0) abort();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
