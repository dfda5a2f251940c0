/* The reader of records: what it takes is written and read again alike; what not has a reason. */
#include "fuzz.h"

struct buffer {
    char *text;
    size_t length;
};

static bool collect(void *context, const char *text, size_t length) {
    struct buffer *buffer = context;
    buffer->text = realloc(buffer->text, buffer->length + length + 1);
    fuzz_promise(buffer->text != NULL, "there is memory");
    memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    return true;
}

static struct buffer written(const struct kw_record *record) {
    struct buffer buffer = {0};
    fuzz_promise(kw_record_write(record, collect, &buffer), "a record can be written");
    return buffer;
}

/* What has been read is written, read and written alike. */
static void record_check(const struct kw_record *record) {
    struct buffer once = written(record);
    struct kw_record_source source = {.text = once.text, .length = once.length};
    struct kw_error error;
    struct kw_record *again = kw_record_read(&source, &error);
    fuzz_promise(again != NULL, "what is written can be read");
    struct buffer twice = written(again);
    fuzz_promise(once.length == twice.length && memcmp(once.text, twice.text, once.length) == 0,
                 "and is written alike");
    kw_record_free(again);
    free(once.text);
    free(twice.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + (size == 0)); /* of that size, so that no byte beyond is read */
    struct kw_record_source source = {.text = text, .length = size};
    struct kw_record *record;
    struct kw_error error;
    fuzz_promise(text != NULL, "there is memory");
    memcpy(text, data, size);
    while ((record = kw_record_read(&source, &error)) != NULL) {
        record_check(record);
        kw_record_free(record);
    }
    if (error.code != KW_OK)
        fuzz_promise(error.line >= 1 && error.column >= 1 && error.message[0] != '\0',
                     "a fault has a place and a reason");
    free(text);
    return 0;
}
