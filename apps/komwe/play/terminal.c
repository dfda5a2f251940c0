#include "play/terminal.h"

#include "base/text.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static struct {
    SCREEN *screen;
    bool unicode, coloured;
    int wake[2];                      /* a pipe by which signals wake the reader of keys */
    volatile sig_atomic_t end_signal; /* the signal that ends the program, or 0 */
    volatile sig_atomic_t resized;
} terminal;

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};

enum { WATCHED = sizeof watched / sizeof *watched };

static struct sigaction former_actions[WATCHED];

static void terminal_on_signal(int number) {
    int saved = errno;
    if (number == SIGWINCH)
        terminal.resized = 1;
    else
        terminal.end_signal = number;
    if (write(terminal.wake[1], "", 1) < 0) {
        /* The pipe is full: the reader will wake up anyway. */
    }
    errno = saved;
}

/* ---- opening and closing ------------------------------------------------------------------ */

/* True if the terminal that was set up has this ability; tigetstr answers -1 to unknown names. */
static bool terminal_can(const char *ability) { return (intptr_t)tigetstr(ability) > 0; }

/* True if the terminal can move its cursor: all that the full screen needs. */
static bool terminal_is_fit(void) {
    const char *name = getenv("TERM");
    int error;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || name == NULL || *name == '\0' ||
        strcmp(name, "dumb") == 0 || setupterm(name, STDOUT_FILENO, &error) != OK)
        return false;
    bool fit = terminal_can("cup") && terminal_can("clear");
    del_curterm(cur_term);
    return fit;
}

static void terminal_restore_signals(void) {
    for (size_t i = 0; i < WATCHED; i++)
        sigaction(watched[i], &former_actions[i], NULL);
    close(terminal.wake[0]);
    close(terminal.wake[1]);
}

static void terminal_catch_signals(void) {
    struct sigaction action = {.sa_handler = terminal_on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < WATCHED; i++)
        sigaction(watched[i], &action, &former_actions[i]);
}

static void terminal_open_inks(void) {
    const char *none = getenv("NO_COLOR");
    static const struct {
        short front, back;
    } colours[INKS] = {
        [INK_PLAIN] = {-1, -1},
        [INK_FRAME] = {COLOR_CYAN, -1},
        [INK_SEEDS] = {COLOR_YELLOW, -1},
        [INK_MARK] = {COLOR_MAGENTA, -1},
        [INK_MARK2] = {COLOR_RED, -1},
        [INK_NAME] = {-1, -1},
        [INK_TURN] = {COLOR_GREEN, -1},
        [INK_NOTE] = {COLOR_CYAN, -1},
        [INK_CHOSEN] = {-1, -1},
        [INK_PATH] = {COLOR_WHITE, COLOR_BLUE},
        [INK_TAKEN] = {COLOR_WHITE, COLOR_RED},
        [INK_CHANGED] = {-1, -1},
        [INK_FAINT] = {-1, -1},
    };
    if ((none != NULL && *none != '\0') || !has_colors() || start_color() != OK || COLORS < 8)
        return;
    use_default_colors();
    terminal.coloured = true;
    for (int ink = 1; ink < INKS; ink++)
        init_pair((short)ink, colours[ink].front, colours[ink].back);
}

/* The arrows of terminals that ignore the request for application keys. */
static void terminal_define_arrows(void) {
    define_key("\033[A", KEY_UP);
    define_key("\033[B", KEY_DOWN);
    define_key("\033[C", KEY_RIGHT);
    define_key("\033[D", KEY_LEFT);
}

/* As terminal_close, for a program that ends in the middle of something. */
static void terminal_restore_at_exit(void) {
    if (terminal.screen != NULL)
        endwin();
}

bool terminal_open(void) {
    if (!terminal_is_fit() || pipe(terminal.wake) != 0)
        return false;
    fcntl(terminal.wake[0], F_SETFL, O_NONBLOCK);
    fcntl(terminal.wake[1], F_SETFL, O_NONBLOCK);
    setlocale(LC_CTYPE, "");
    terminal.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal_catch_signals();
    terminal.screen = newterm(NULL, stdout, stdin);
    if (terminal.screen == NULL) {
        terminal_restore_signals();
        return false;
    }
    atexit(terminal_restore_at_exit);
    set_escdelay(50);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    terminal_define_arrows();
    terminal_open_inks();
    return true;
}

void terminal_close(void) {
    if (terminal.screen == NULL)
        return;
    endwin();
    delscreen(terminal.screen);
    terminal.screen = NULL;
    terminal_restore_signals();
    /* Ctrl-C is a way to leave; after the others the exit status must show the signal. */
    if (terminal.end_signal != 0 && terminal.end_signal != SIGINT)
        raise(terminal.end_signal);
}

/* ---- keys --------------------------------------------------------------------------------- */

static void terminal_take_size(void) {
    struct winsize size;
    terminal.resized = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    terminal_refresh_all();
}

/* False if it was nothing that matters, as that a button was let go. */
static bool terminal_read_mouse(struct key *key) {
    MEVENT event;
    if (getmouse(&event) != OK ||
        !(event.bstate & (BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED)))
        return false;
    *key = (struct key){.kind = KEY_KIND_MOUSE, .row = event.y, .column = event.x};
    key->wheel = event.bstate & BUTTON4_PRESSED ? -1 : event.bstate & BUTTON5_PRESSED ? 1 : 0;
    return true;
}

/* The key that ncurses has ready, or KEY_KIND_NONE.  New sizes come by a signal. */
static struct key terminal_next_key(void) {
    for (;;) {
        struct key key = {.kind = KEY_KIND_NONE};
        wint_t code = 0;
        int status = get_wch(&code);
        if (status != OK && status != KEY_CODE_YES)
            return key;
        key.kind = status == OK ? KEY_KIND_CHAR : KEY_KIND_SPECIAL;
        key.code = (int)code;
        bool mouse = status == KEY_CODE_YES && code == KEY_MOUSE;
        bool size = status == KEY_CODE_YES && code == KEY_RESIZE;
        if (!size && (!mouse || terminal_read_mouse(&key)))
            return key;
    }
}

static void terminal_empty_pipe(void) {
    char bytes[64];
    while (read(terminal.wake[0], bytes, sizeof bytes) > 0)
        ;
}

struct key terminal_read(int milliseconds) {
    enum { EMPTY_MOST = 3 }; /* wakings by the input without a key: it has ended */
    for (int empty = 0;;) {
        struct pollfd source[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                  {.fd = terminal.wake[0], .events = POLLIN}};
        if (terminal.end_signal != 0)
            return (struct key){.kind = KEY_KIND_END};
        if (terminal.resized) {
            terminal_take_size();
            return (struct key){.kind = KEY_KIND_RESIZED};
        }
        struct key key = terminal_next_key();
        if (key.kind != KEY_KIND_NONE)
            return key;
        int ready = poll(source, 2, milliseconds);
        if (ready == 0)
            return key;
        if (ready < 0 && errno != EINTR)
            return (struct key){.kind = KEY_KIND_END};
        if (ready < 0)
            continue;
        if (source[1].revents != 0)
            terminal_empty_pipe();
        if (source[0].revents & (POLLERR | POLLNVAL | POLLHUP) ||
            (source[0].revents != 0 && ++empty > EMPTY_MOST))
            return (struct key){.kind = KEY_KIND_END};
    }
}

/* ---- drawing ------------------------------------------------------------------------------ */

int terminal_height(void) { return LINES; }

int terminal_width(void) { return COLS; }

bool terminal_has_unicode(void) { return terminal.unicode; }

static attr_t terminal_ink_attributes(enum ink ink) {
    static const attr_t attributes[INKS] = {
        [INK_MARK] = A_BOLD, [INK_MARK2] = A_BOLD,     [INK_NAME] = A_BOLD,    [INK_TURN] = A_BOLD,
        [INK_NOTE] = A_BOLD, [INK_CHOSEN] = A_REVERSE, [INK_CHANGED] = A_BOLD, [INK_FAINT] = A_DIM,
    };
    attr_t look = attributes[ink];
    if (!terminal.coloured && (ink == INK_PATH || ink == INK_TAKEN))
        look |= A_UNDERLINE;
    if (!terminal.coloured && ink == INK_TAKEN)
        look |= A_BOLD;
    return look;
}

int terminal_write(int row, int column, int width, enum ink ink, const char *text) {
    mbstate_t state = {0};
    int taken = 0;
    if (move(row, column) != OK)
        return 0;
    attr_set(terminal_ink_attributes(ink), terminal.coloured ? (short)ink : 0, NULL);
    while (*text != '\0') {
        wchar_t letter[2] = {L'?', L'\0'};
        size_t length = mbrtowc(letter, text, MB_CUR_MAX, &state);
        if (length == 0 || length > MB_CUR_MAX || wcwidth(letter[0]) < 1 ||
            !text_is_shown((uint32_t)letter[0])) {
            /* Not of this character set, or not shown: one ? for the whole of it. */
            letter[0] = L'?';
            memset(&state, 0, sizeof state);
            for (length = 1; ((unsigned char)text[length] & 0xC0) == 0x80; length++)
                ;
        }
        int wide = wcwidth(letter[0]);
        if (taken + wide > width)
            break;
        addwstr(letter);
        taken += wide;
        text += length;
    }
    attr_set(A_NORMAL, 0, NULL);
    return taken;
}

void terminal_erase(void) { erase(); }

void terminal_refresh_all(void) { clearok(curscr, TRUE); }

void terminal_show(int row, int column) {
    move(row, column);
    refresh();
}
