#include <curl/curl.h>

// Swift cannot read macros with casts.
static const long CURLAUTH_BASIC_FLAG = (long)CURLAUTH_BASIC;
static const long CURLAUTH_BEARER_FLAG = (long)CURLAUTH_BEARER;
static const long CURL_GLOBAL_ALL_FLAG = (long)CURL_GLOBAL_ALL;
static const curl_socket_t CURL_NO_SOCKET = CURL_SOCKET_BAD;

// curl_easy_setopt and curl_easy_getinfo take any type of value, which Swift cannot call: one function per type.

static inline CURLcode curl_set_long(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

// Copies the bytes.
static inline CURLcode curl_set_body(CURL *curl, const void *bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

static inline CURLcode curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

typedef size_t (*curl_bytes_function)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_bytes_function(CURL *curl, CURLoption option, curl_bytes_function function) {
    return curl_easy_setopt(curl, option, function);
}

typedef int (*curl_debug_function)(CURL *curl, curl_infotype kind, char *bytes, size_t count, void *context);

static inline CURLcode curl_set_debug_function(CURL *curl, curl_debug_function function) {
    return curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, function);
}

typedef int (*curl_progress_function)(void *context, curl_off_t download, curl_off_t downloaded, curl_off_t upload,
                                      curl_off_t uploaded);

static inline CURLcode curl_set_progress_function(CURL *curl, curl_progress_function function) {
    return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLcode curl_set_open_socket_function(CURL *curl, curl_opensocket_callback function) {
    return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode curl_get_long(CURL *curl, CURLINFO info, long *value) {
    return curl_easy_getinfo(curl, info, value);
}
