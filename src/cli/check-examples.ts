/** A finding of each check, as a server that is wrong in one way gets it. Written by `test/targets/write-examples.ts`. */
export const CHECK_EXAMPLES: Readonly<Record<string, string>> = {
  'accept.boundary-rejected':
    'POST /members answers 400: createMember refused (400) a valid request whose /body/password is just within its `minLength`.',
  'accept.optional-omitted-rejected':
    'POST /members answers 400: createMember refused (400) a valid request that has only what is required.',
  'accept.valid-rejected': 'PATCH /books/{bookId} answers 415: updateBook refused (415) a valid request.',
  'auth.invalid-accepted': 'GET /notes answers 200: listNotes answers 200 to a credential that is not valid.',
  'auth.missing-accepted': 'GET /notes answers 200: listNotes needs a credential and answers 200 without one.',
  'auth.valid-refused':
    'DELETE /notes/{noteId} answers 401: tearUpNote refuses (401) a credential that other operations with the same security take.',
  'auth.wrong-status':
    'GET /notes answers 400: listNotes refuses a missing credential with 400, where the document says 401.',
  'body.duplicate-keys':
    'GET /books/{bookId} answers 200: The JSON of the body has /title more than once: which one counts depends on who reads it.',
  'body.empty-when-documented':
    'GET /books/{bookId} answers 200: The answer 200 has no body; the document describes one.',
  'body.invalid-json':
    'GET /books/{bookId} answers 200: The body says it is application/json and cannot be read: not JSON: unexpected "}" at offset 107.',
  'body.present-when-undocumented':
    'DELETE /events/{eventId} answers 200: The answer 200 has a body; the document describes none.',
  'content-type.charset': 'GET /books/{bookId} answers 200: JSON is sent as iso-8859-1.',
  'content-type.malformed': 'Content-Type "json" is not a media type.',
  'content-type.undocumented':
    'GET /books/{bookId} answers 200: The answer 200 is text/html; documented is application/json.',
  'deprecated.date-inconsistent':
    'GET /stations/{stationId} answers 200: readStation says it is deprecated since 2026-01-01; the document says 2026-05-01.',
  'deprecated.header-missing':
    'GET /stations/{stationId} answers 200: readStation is deprecated and its answers do not say so.',
  'deprecated.header-syntax':
    'GET /stations/{stationId} answers 200: "Deprecation: true" is not a Structured Field Date.',
  'deprecated.header-undocumented':
    'GET /v2/stations/{stationId} answers 200: readStationV2 says "Deprecation: @1777593600"; the document does not call it deprecated.',
  'filter.ignored': 'GET /books answers 200: listBooks with genre="poetry" also gives items that do not fit: 18 of 23.',
  'header.allow-missing': '405 to POST /books/{bookId} has no Allow field.',
  'header.location-missing':
    'POST /members answers 201: createMember answers 201 without saying where the created resource is.',
  'header.location-unresolvable': 'The Location of what was just created, /v1/books/created, answers 404.',
  'header.required-missing': 'GET /books/{bookId} answers 200: Header field `X-Revision` is missing, and required',
  'header.retry-after': 'POST /notes answers 429: 429 has no Retry-After.',
  'header.schema':
    'GET /books/{bookId} answers 200: Header field `X-Revision` must be an integer, is the string "first"',
  'header.www-authenticate':
    'GET /notes answers 401: listNotes answers 401 without WWW-Authenticate, which says how to authenticate.',
  'idempotency.key-ignored':
    'POST /orders answers 201: createOrder did the same work twice for one Idempotency-Key: it made another record, 00000000-0000-4000-8000-000000000230.',
  'idempotency.put':
    'GET /books/{bookId} answers 200: The same replaceBook, sent once more, changed `pages` again: a PUT that is repeated must change nothing.',
  'leak.credential-echo': 'The service repeats the credential in its answer.',
  'leak.stack-trace': 'POST /notes answers 400: writeNote answers 400 and shows a stack trace of JavaScript.',
  'method.allow-mismatch': 'The Allow field of /books/{bookId} leaves out PUT, PATCH, DELETE, which the document has.',
  'method.head-get-mismatch': 'HEAD /books gives 404, GET gives 200.',
  'method.not-405': 'POST is not documented for /books/{bookId} and was refused with 404 instead of 405.',
  'method.unsupported-accepted': 'POST is not documented for /books/{bookId} and was accepted (200).',
  'negotiation.406-on-valid-accept':
    'GET /events/{eventId}/summary answers 406: The document offers text/plain; asking for it gives 406.',
  'negotiation.accept-ignored':
    'GET /events/{eventId}/summary answers 200: The document offers text/plain and Accept asks for it, but the answer is application/json.',
  'operation.not-implemented':
    'DELETE /books/{bookId} answers 501: DELETE /books/{bookId} is documented and answers 501: it is not implemented.',
  'page.cursor-loop':
    'GET /events answers 200: The page links of listEvents form a loop: following them returns to an earlier page and never reaches the last.',
  'page.limit-ignored': 'GET /books answers 200: listBooks gave 23 items when asked for 2.',
  'page.link-header': 'GET /books answers 200: The next link of listBooks does not lead to the next page.',
  'page.overlap-or-gap': 'GET /books answers 200: Read page by page, listBooks gives the item 3 twice.',
  'page.total-inconsistent': 'GET /books answers 200: listBooks says there are 2 items; there are 23.',
  'reject.additional-property':
    'POST /members answers 201: createMember accepted (201) a request with /body/undocumented, which the schema does not allow.',
  'reject.boundary':
    'POST /tickets answers 201: openTicket accepted (201) a request in which /body/priority breaks its minimum.',
  'reject.empty-body':
    'POST /tickets answers 201: openTicket accepted (201) a request without a body, which is required.',
  'reject.enum':
    'POST /members answers 201: createMember accepted (201) a request in which /body/role is none of the listed values.',
  'reject.error-shape':
    'DELETE /tickets/{ticketId} answers 422: The refusal 422 is text/plain; documented is application/problem+json.',
  'reject.format':
    'POST /tickets answers 201: openTicket accepted (201) a request in which /body/contact breaks its format.',
  'reject.malformed-body': 'POST /tickets answers 201: openTicket accepted (201) a body that cannot be read.',
  'reject.missing-parameter':
    'GET /tickets answers 200: listTickets accepted (200) a request without /query/queue, which is required.',
  'reject.missing-property':
    'POST /tickets answers 201: openTicket accepted (201) a request without /body/subject, which is required.',
  'reject.null':
    'POST /members answers 201: createMember accepted (201) a request in which /body/email is null, which is not allowed.',
  'reject.pattern':
    'PUT /tickets/{ticketId} answers 200: rewriteTicket accepted (200) a request in which /body/asset breaks its pattern.',
  'reject.unsupported-media-type':
    'POST /tickets answers 201: openTicket accepted (201) a body of text/plain, which is not documented.',
  'reject.wrong-code':
    'GET /tickets/{ticketId} answers 418: getTicket refused a request (/path/ticketId breaks "type") with 418; documented is 422.',
  'reject.wrong-type':
    'POST /tickets answers 201: openTicket accepted (201) a request in which /body/priority is of the wrong type.',
  'schema.int64-precision':
    'GET /events/{eventId} answers 200: /sequence is an int64 and is written as 9.007199254740993e+21: its last digits are lost.',
  'schema.read-only-writable':
    'POST /teams/{teamId}/players answers 201: addPlayer takes teamId from the request, although only the service sets it.',
  'schema.undocumented-property':
    'GET /books/{bookId} answers 200: getBook shows /shelf, which the document does not mention.',
  'schema.write-only-leaked': 'POST /members answers 201: `password` is write-only and must not be in a response',
};
