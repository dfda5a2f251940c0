/*
 * Loads the server: many clients, each playing whole games against the engine by WebSocket.
 *
 *      serve_load PROGRAM [--clients N] [--seconds S | --games G] [--level L]
 *
 * Starts `PROGRAM serve` and plays with N clients (200), each at once as fast as it is answered,
 * for S seconds (60) or until each has played G games.  The rule sets take turns; a client's own
 * moves are random, and those of the engine are played by the rules, so that a wrong one is seen.
 * Prints what came of it, and fails if a connection was dropped or an answer was wrong.
 */
#include <komwe.h>

#include <libwebsockets.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLIES_MOST = 1000, TEXT_MOST = 60000, WORD_MOST = 64 };

static void fail(const char *what) {
    fprintf(stderr, "serve_load: %s\n", what);
    exit(1);
}

static void *checked(void *memory) {
    if (memory == NULL)
        fail("not enough memory");
    return memory;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* ---- the server --------------------------------------------------------------------------- */

struct served {
    pid_t process;
    int port;
    char folder[32]; /* of its site */
};

static void site_file(const struct served *served, char path[64]) {
    snprintf(path, 64, "%s/index.html", served->folder);
}

static void run_server(const char *program, const char *folder, int out) {
    dup2(out, STDOUT_FILENO);
    execlp(program, program, "serve", "--port", "0", "--dir", folder, (char *)NULL);
    _exit(127);
}

static void server_start(struct served *served, const char *program) {
    char path[64], line[128];
    int out[2];
    strcpy(served->folder, "/tmp/komwe-load-XXXXXX");
    if (mkdtemp(served->folder) == NULL || pipe(out) != 0)
        fail("the site cannot be made");
    site_file(served, path);
    FILE *file = checked(fopen(path, "w"));
    fclose(file);
    served->process = fork();
    if (served->process == 0)
        run_server(program, served->folder, out[1]);
    close(out[1]);
    file = checked(fdopen(out[0], "r"));
    if (fgets(line, sizeof line, file) == NULL ||
        sscanf(line, "http://localhost:%d/", &served->port) != 1)
        fail("the server does not start");
    fclose(file);
}

/* Ends the server; true if it ends well. */
static bool server_stop(const struct served *served) {
    char path[64];
    int status = -1;
    kill(served->process, SIGTERM);
    waitpid(served->process, &status, 0);
    site_file(served, path);
    unlink(path);
    rmdir(served->folder);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A line of /proc/PID/status in mebibytes, as "VmRSS". */
static double server_memory(const struct served *served, const char *name) {
    char path[64], line[256], format[32];
    unsigned long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)served->process);
    snprintf(format, sizeof format, "%s: %%lu", name);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, format, &kib) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return (double)kib / 1024;
}

/* ---- the players -------------------------------------------------------------------------- */

struct load {
    size_t clients, connected, left, dropped, wrong;
    size_t games, cut, moves;
    size_t games_each; /* 0: until the time is over */
    unsigned level;
    const struct served *served;
    double before, full, after; /* mebibytes of the server: without clients, with all, when left */
    double most;
    int64_t end;       /* of the time */
    uint32_t *latency; /* microseconds of each move of the engine */
    size_t capacity;
    struct lws_context *context;
};

struct player {
    struct load *load;
    struct lws *wsi;
    struct kw_random random;
    size_t number;
    size_t played;              /* games */
    enum kw_player side;        /* the client's */
    struct kw_session *session; /* NULL between games */
    char text[TEXT_MOST];       /* what is said next, after LWS_PRE bytes */
    size_t length;
    int64_t asked; /* when the engine was, 0: it was not */
    bool leaving;
};

static void latency_add(struct load *load, int64_t microseconds) {
    if (load->moves == load->capacity) {
        load->capacity = 2 * load->capacity + 4096;
        load->latency = checked(realloc(load->latency, load->capacity * sizeof *load->latency));
    }
    load->latency[load->moves++] = (uint32_t)microseconds;
}

static void say(struct player *player, const char *format, const char *word) {
    char *line = player->text + LWS_PRE;
    player->length = (size_t)snprintf(line, TEXT_MOST - LWS_PRE, format, word);
    lws_callback_on_writable(player->wsi);
}

static void say_position(struct player *player) {
    const struct kw_session *session = player->session;
    char word[KW_TEXT];
    say(player, "position startpos moves%s", "");
    for (size_t ply = 0; ply < kw_session_plies(session); ply++) {
        kw_move_text(kw_session_game(session), kw_session_before(session, ply),
                     kw_session_move(session, ply), word);
        player->length +=
            (size_t)snprintf(player->text + LWS_PRE + player->length,
                             TEXT_MOST - LWS_PRE - player->length, " %.*s", WORD_MOST, word);
    }
}

static void leave(struct player *player) {
    struct load *load = player->load;
    if (load->full == 0) /* nobody has left yet */
        load->full = server_memory(load->served, "VmRSS");
    player->leaving = true;
    say(player, "quit%s", "");
}

static void game_begin(struct player *player) {
    size_t number = player->number + player->played;
    const struct kw_game *game = kw_game_at(number % kw_game_count());
    player->session = checked(kw_session_new(game, NULL));
    player->side = player->played % 2 == 0 ? KW_SOUTH : KW_NORTH;
    say(player, "setoption name Game value %s", kw_game_info(game)->id);
}

static void game_end(struct player *player, bool cut) {
    struct load *load = player->load;
    kw_session_free(player->session);
    player->session = NULL;
    player->played++;
    load->games += !cut;
    load->cut += cut;
    if (load->games_each > 0 && player->played == load->games_each)
        leave(player);
    else
        game_begin(player);
}

/* Plays the client's own moves, up to one of the engine's or the end. */
static bool play_own(struct player *player) {
    kw_move list[4 * KW_MOVES];
    struct kw_session *session = player->session;
    struct kw_result result;
    while (!kw_session_result(session, &result)) {
        const struct kw_position *position = kw_session_position(session);
        if (position->turn != player->side)
            return true;
        size_t count = kw_moves(kw_session_game(session), position, list, 4 * KW_MOVES);
        count = count < 4 * KW_MOVES ? count : 4 * KW_MOVES;
        kw_session_play(session, list[kw_random_below(&player->random, (uint32_t)count)], NULL);
    }
    return false;
}

static void game_go_on(struct player *player) {
    if (player->load->games_each == 0 && now() > player->load->end)
        leave(player);
    else if (!play_own(player))
        game_end(player, false);
    else if (kw_session_plies(player->session) >= PLIES_MOST)
        game_end(player, true);
    else
        say_position(player);
}

static void receive_line(struct player *player, const char *line, size_t length) {
    char text[256], move[WORD_MOST];
    struct kw_error error;
    struct load *load = player->load;
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (player->leaving)
        return;
    if (player->asked == 0 || sscanf(text, "bestmove %63s", move) != 1 ||
        !kw_session_enter(player->session, move, &error)) {
        fprintf(stderr, "serve_load: wrong answer: %s\n", text);
        load->wrong++;
        leave(player);
        return;
    }
    latency_add(load, now() - player->asked);
    player->asked = 0;
    game_go_on(player);
}

/* A line has been sent: the next one follows from it. */
static void said(struct player *player, const char *line) {
    char level[16];
    snprintf(level, sizeof level, "%u", player->load->level);
    if (strncmp(line, "setoption name Game", 19) == 0)
        say(player, "setoption name Level value %s", level);
    else if (strncmp(line, "setoption", 9) == 0)
        game_go_on(player);
    else if (strncmp(line, "position", 8) == 0)
        say(player, "go%s", "");
    else if (strncmp(line, "go", 2) == 0)
        player->asked = now();
}

static int send_line(struct player *player) {
    unsigned char *line = (unsigned char *)player->text + LWS_PRE;
    size_t length = player->length;
    char begin[32];
    if (length == 0)
        return 0;
    player->length = 0;
    snprintf(begin, sizeof begin, "%.*s", (int)length, (char *)line);
    if (lws_write(player->wsi, line, length, LWS_WRITE_TEXT) < (int)length)
        return -1;
    said(player, begin);
    return 0;
}

static void lose(struct player *player) {
    struct load *load = player->load;
    load->dropped += !player->leaving;
    load->left++;
    kw_session_free(player->session);
    player->session = NULL;
}

static int player_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t length) {
    struct player *player = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        player->load->connected++;
        game_begin(player);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        receive_line(player, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_line(player);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        lose(player);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

static void connect_all(struct load *load, struct player *players, int port) {
    for (size_t i = 0; i < load->clients; i++) {
        players[i].load = load;
        players[i].number = i;
        kw_random_seed(&players[i].random, i + 1);
        const struct lws_client_connect_info info = {.context = load->context,
                                                     .address = "127.0.0.1",
                                                     .port = port,
                                                     .path = "/engine",
                                                     .host = "localhost",
                                                     .protocol = "komwe-ugi",
                                                     .userdata = &players[i],
                                                     .pwsi = &players[i].wsi};
        if (lws_client_connect_via_info(&info) == NULL)
            fail("a client cannot connect");
    }
}

/* ---- the report --------------------------------------------------------------------------- */

static int compare(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Milliseconds within which so many hundredths of the answers came. */
static double latency_at(const struct load *load, unsigned percent) {
    return load->moves == 0 ? 0 : load->latency[(load->moves - 1) * percent / 100] / 1000.0;
}

static void report(const struct load *load, double seconds) {
    qsort(load->latency, load->moves, sizeof *load->latency, compare);
    printf("%zu clients, level %u, %.1f s: %zu games, %zu cut, %zu moves of the engine (%.0f/s)\n",
           load->clients, load->level, seconds, load->games, load->cut, load->moves,
           (double)load->moves / seconds);
    printf("%zu connected, %zu dropped, %zu wrong answers\n", load->connected, load->dropped,
           load->wrong);
    printf("latency: median %.1f ms, 95 %% %.1f ms, 99 %% %.1f ms, most %.1f ms\n",
           latency_at(load, 50), latency_at(load, 95), latency_at(load, 99), latency_at(load, 100));
    printf("memory of the server: %.1f MiB before, %.1f MiB with all, %.1f MiB at most, "
           "%.1f MiB after\n",
           load->before, load->full, load->most, load->after);
}

static unsigned long number_after(int *at, int words, char **word) {
    char *end;
    unsigned long number = ++*at < words ? strtoul(word[*at], &end, 10) : 0;
    if (number == 0 || *end != '\0')
        fail("a flag needs a number");
    return number;
}

static unsigned long read_flags(struct load *load, int words, char **word) {
    unsigned long seconds = 60;
    for (int i = 2; i < words; i++) {
        if (strcmp(word[i], "--clients") == 0)
            load->clients = number_after(&i, words, word);
        else if (strcmp(word[i], "--seconds") == 0)
            seconds = number_after(&i, words, word);
        else if (strcmp(word[i], "--games") == 0)
            load->games_each = number_after(&i, words, word);
        else if (strcmp(word[i], "--level") == 0)
            load->level = (unsigned)number_after(&i, words, word);
        else
            fail("unknown flag");
    }
    return seconds;
}

/* Plays until all have left. */
static void play(struct load *load, struct player *players) {
    static const struct lws_protocols protocols[] = {
        {.name = "komwe-ugi", .callback = player_callback, .rx_buffer_size = 4096}, {0}};
    const struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                                   .protocols = protocols};
    lws_set_log_level(0, NULL);
    load->context = checked(lws_create_context(&info));
    connect_all(load, players, load->served->port);
    while (load->left < load->clients && lws_service(load->context, 0) >= 0)
        continue;
    lws_context_destroy(load->context);
}

int main(int words, char **word) {
    struct load load = {.clients = 200, .level = 3};
    struct served served;
    if (words < 2)
        fail("usage: serve_load PROGRAM [--clients N] [--seconds S | --games G] [--level L]");
    unsigned long seconds = read_flags(&load, words, word);
    struct player *players = checked(calloc(load.clients, sizeof *players));
    server_start(&served, word[1]);
    load.served = &served;
    load.before = server_memory(&served, "VmRSS");
    int64_t start = now();
    load.end = start + (int64_t)seconds * 1000000;
    play(&load, players);
    double took = (double)(now() - start) / 1e6;
    load.most = server_memory(&served, "VmHWM");
    load.after = server_memory(&served, "VmRSS");
    bool ended = server_stop(&served);
    report(&load, took);
    free(players);
    free(load.latency);
    if (!ended)
        fail("the server did not end well");
    return load.dropped > 0 || load.wrong > 0 || load.connected < load.clients;
}
