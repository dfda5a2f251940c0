#include "serve/http_head.h"

#include <string.h>
#include <strings.h>

/* What is still to be read of a head that is whole, and what its headers have said. */
struct http_head {
    const char *at, *end; /* each line ends in CR LF before `end` */
    bool minor;           /* it is HTTP/1.1, not 1.0 */
    unsigned hosts, lengths;
};

static struct http_head_result http_head_refuse(unsigned status, const char *reason) {
    return (struct http_head_result){.whole = true, .status = status, .reason = reason};
}

/* ---- characters --------------------------------------------------------------------------- */

static bool http_head_in(const char *set, unsigned char byte) {
    return byte != '\0' && strchr(set, byte) != NULL;
}

static bool http_head_is_digit(unsigned char byte) { return byte >= '0' && byte <= '9'; }

static bool http_head_is_alphanumeric(unsigned char byte) {
    unsigned char small = byte | 0x20;
    return (small >= 'a' && small <= 'z') || http_head_is_digit(byte);
}

/* Of a method, or of a header's name. */
static bool http_head_is_token(unsigned char byte) {
    return http_head_is_alphanumeric(byte) || http_head_in("!#$%&'*+-.^_`|~", byte);
}

/* Of a path with its query; a fragment has no place in a request. */
static bool http_head_is_target(unsigned char byte) {
    return byte > 0x20 && byte < 0x7f && byte != '#';
}

static bool http_head_is_value(unsigned char byte) {
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
}

static bool http_head_is_host(unsigned char byte) {
    return http_head_is_alphanumeric(byte) || http_head_in("-._~%!$&'()*+,;=:[]", byte);
}

/* The first byte from `at` on that is not of that kind, or `end`. */
static const char *http_head_skip(const char *at, const char *end, bool (*is)(unsigned char)) {
    while (at < end && is((unsigned char)*at))
        at++;
    return at;
}

static bool http_head_all(const char *at, const char *end, bool (*is)(unsigned char)) {
    return at < end && http_head_skip(at, end, is) == end;
}

/* ---- lines -------------------------------------------------------------------------------- */

/* The method, a path and HTTP/1.0 or 1.1, with one blank between them. */
static struct http_head_result http_head_request_line(struct http_head *head, const char *end) {
    const char *method = http_head_skip(head->at, end, http_head_is_token);
    const char *target = method < end ? method + 1 : end;
    const char *after = http_head_skip(target, end, http_head_is_target);
    static const char version[] = "HTTP/1.";
    const size_t length = sizeof version - 1;
    if (method == head->at || method == end || *method != ' ')
        return http_head_refuse(400, "the method is not followed by one blank");
    if (after == target || *target != '/')
        return http_head_refuse(400, "the target of a request is a path here");
    if (after == end || *after != ' ')
        return http_head_refuse(400, "the path is not followed by one blank and the version");
    after++;
    if (strncmp(after, "HTTP/", 5) != 0 || (size_t)(end - after) != length + 1 ||
        !http_head_is_digit((unsigned char)after[length]))
        return http_head_refuse(400, "the version of the protocol is none");
    if (strncmp(after, version, length) != 0 || after[length] > '1')
        return http_head_refuse(505, "the server speaks HTTP/1.1 and 1.0");
    head->minor = after[length] == '1';
    return (struct http_head_result){.whole = true};
}

static bool http_head_is_named(const char *name, const char *end, const char *wanted) {
    return strlen(wanted) == (size_t)(end - name) && strncasecmp(name, wanted, strlen(wanted)) == 0;
}

/*
 * One of the headers that decide where a request ends, for whom it is, or what is sent first.
 * Blanks after their values are refused too: the library does not take them off.
 */
static struct http_head_result http_head_count(struct http_head *head, const char *name,
                                               const char *name_end, const char *value,
                                               const char *end) {
    if (http_head_is_named(name, name_end, "Transfer-Encoding"))
        return http_head_refuse(400, "a request has no body here");
    if (http_head_is_named(name, name_end, "Content-Length") &&
        (head->lengths++ > 0 || end - value != 1 || *value != '0'))
        return http_head_refuse(400, "a request has no body here");
    if (http_head_is_named(name, name_end, "Host") &&
        (head->hosts++ > 0 || !http_head_all(value, end, http_head_is_host)))
        return http_head_refuse(400, "HTTP/1.1 wants one Host in a request");
    if (http_head_is_named(name, name_end, "Expect"))
        return http_head_refuse(417, "a request without a body expects nothing");
    return (struct http_head_result){.whole = true};
}

/* A name, a colon at once, and a value on the same line. */
static struct http_head_result http_head_header(struct http_head *head, const char *end) {
    const char *name = head->at, *colon = http_head_skip(name, end, http_head_is_token);
    if (colon == name || colon == end || *colon != ':')
        return http_head_refuse(400, "a header is a name, a colon and a value on one line");
    const char *value = colon + 1;
    if (http_head_skip(value, end, http_head_is_value) != end)
        return http_head_refuse(400, "a header holds a control character");
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    return http_head_count(head, name, colon, value, end);
}

/* ---- the head ----------------------------------------------------------------------------- */

/* The end of a line, at its CR; NULL: it has not come yet, or is not CR LF, which `good` says. */
static const char *http_head_line_end(const char *at, const char *end, bool *good) {
    while (at < end && *at != '\r' && *at != '\n' && *at != '\0')
        at++;
    *good = at == end || (*at == '\r' && (at + 1 == end || at[1] == '\n'));
    return *good && end - at >= 2 ? at : NULL;
}

/* How long the head is, with its empty line; 0: its end has not come, or a line does not end well.
 */
static size_t http_head_length(const char *bytes, size_t length, bool *good) {
    const char *at = bytes, *end = bytes + length, *line;
    while ((line = http_head_line_end(at, end, good)) != NULL) {
        bool empty = line == at;
        at = line + 2;
        if (empty)
            return (size_t)(at - bytes);
    }
    return 0;
}

struct http_head_result http_head_read(const char *bytes, size_t length) {
    bool good = true;
    size_t most = length < HEAD_MOST ? length : HEAD_MOST;
    size_t whole = http_head_length(bytes, most, &good);
    if (!good)
        return http_head_refuse(400, "a line of a request ends in CR LF");
    if (whole == 0 && most == HEAD_MOST)
        return http_head_refuse(431, "the head of a request is too long");
    if (whole == 0)
        return (struct http_head_result){.whole = false};
    struct http_head head = {.at = bytes, .end = bytes + whole - 2};
    struct http_head_result result = {.whole = true};
    for (bool first = true; result.status == 0 && (first || head.at < head.end); first = false) {
        const char *end = http_head_line_end(head.at, head.end + 2, &good);
        result = first ? http_head_request_line(&head, end) : http_head_header(&head, end);
        head.at = end + 2;
    }
    if (result.status == 0 && head.minor && head.hosts == 0)
        return http_head_refuse(400, "HTTP/1.1 wants one Host in a request");
    return result;
}
