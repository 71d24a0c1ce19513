/** A finding of each check, as a server that is wrong in one way gets it. `test/targets/write-examples.ts` writes those that a server of `test/targets` gets. */
export const CHECK_EXAMPLES: Readonly<Record<string, string>> = {
  'accept.boundary-rejected':
    'POST /members: createMember refused (400) a valid request: `minLength: 8` of `password` allows "elevatio".',
  'accept.media-type-form':
    'PATCH /files/{file_id}: describeFile refused (415) a body because its Content-Type was written as `application/json; charset=utf-8`.',
  'accept.optional-omitted-rejected':
    'PUT /members/{memberId}: replaceMember refused (400) a valid request without `nickname`, which is optional.',
  'accept.unicode':
    'PATCH /tools/{toolId}: changeTool refused (422) a valid request with a string beyond Latin letters.',
  'accept.valid-rejected': 'PATCH /books/{bookId}: updateBook refused (415) a valid request.',
  'auth.invalid-accepted': 'GET /notes: listNotes answers 200 to a credential that is not valid.',
  'auth.missing-accepted': 'GET /notes: listNotes needs a credential and answers 200 without one.',
  'auth.valid-refused':
    'DELETE /notes/{noteId}: tearUpNote refuses (401) a credential that other operations with the same security accept.',
  'auth.wrong-status': 'GET /notes: listNotes refuses a missing credential with 400, where the document says 401.',
  'body.bom-or-encoding': 'GET /tools answers 200: The JSON of the answer starts with a byte order mark.',
  'body.csv-header':
    'GET /exports/{export_id}/file answers 200: The CSV of getExportFile has no column id, subject, status, which the documented example has.',
  'body.duplicate-keys':
    'GET /books/{bookId} answers 200: The JSON of the answer has /title more than once: which one counts depends on who reads it.',
  'body.empty-when-documented': 'GET /books/{bookId}: The answer 200 has no body; the document describes one.',
  'body.invalid-json':
    'GET /books/{bookId} answers 200: The answer says that its body is application/json, and the body cannot be read: not JSON: unexpected "}" at offset 107.',
  'body.invalid-xml':
    'POST /books answers 201: The body says it is application/xml and cannot be read: not XML: unencoded < at offset 57.',
  'body.on-204-304': 'HEAD /report: HEAD answered 200 with a body, which such an answer cannot have.',
  'body.present-when-undocumented': 'DELETE /events/{eventId}: The answer 200 has a body; the document describes none.',
  'conditional.304':
    'GET /files/{file_id}: getFile documents 304 and answers 200 to `If-None-Match: "36-1"`, although the item still has that ETag.',
  'conditional.412':
    'PATCH /files/{file_id}: describeFile answers 200 to an If-Match with an ETag that the item does not have.',
  'content-length.mismatch': 'GET /report answers 200: Content-Length says 3, 8 bytes came.',
  'content-type.charset':
    'GET /books/{bookId} answers 200: The JSON of the answer is sent with the charset iso-8859-1; JSON is UTF-8.',
  'content-type.malformed': 'The Content-Type of the answer, "json", is not a media type.',
  'content-type.missing':
    'GET /books/{bookId}: The answer 200 has a body and no Content-Type; documented is application/json.',
  'content-type.undocumented': 'GET /books/{bookId}: The answer 200 is text/html; documented is application/json.',
  'cors.wildcard-with-credentials':
    'GET /tools answers 200: Access-Control-Allow-Origin is * together with Access-Control-Allow-Credentials: true.',
  'deprecated.date-inconsistent':
    'GET /stations/{stationId} answers 200: The Deprecation header field of readStation says 2026-01-01; the document says 2026-05-01.',
  'deprecated.header-missing':
    'GET /stations/{stationId} answers 200: readStation is deprecated, and its answers have no Deprecation header field.',
  'deprecated.header-syntax':
    'GET /stations/{stationId} answers 200: "Deprecation: true" is not a date of Structured Fields (RFC 9651), such as @1777593600.',
  'deprecated.header-undocumented':
    'GET /v2/stations/{stationId} answers 200: readStationV2 sends "Deprecation: @1777593600"; the document does not mark it as deprecated.',
  'deprecated.operation-used': 'GET /bench answers 200: An old habit uses oldBench, which is deprecated.',
  'deprecated.parameter-used': 'GET /bench answers 200: An old habit sends style to oldBench, which is deprecated.',
  'deprecated.property-returned':
    'PUT /bench answers 200: An old habit is sent /legs of moveBench, which is deprecated.',
  'deprecated.property-sent': 'PUT /bench answers 200: An old habit sends /legs of moveBench, which is deprecated.',
  'example.answer-differs':
    'GET /climate/{station} answers 200: readClimate answered the documented example `hill` with `station` "BAY". Its path has `station` "HILL", and the document shows it in the answer, too.',
  'filter.fields-ignored':
    'GET /files answers 200: listFiles was asked by `fields` for `id` and `name` only, and shows all properties.',
  'filter.ignored': 'GET /books answers 200: listBooks with genre="poetry" also gives items that do not fit (3 of 5).',
  'filter.incomplete':
    'GET /doors answers 200: listDoors with size=2&name="ron" leaves out the only item that fits: 1 (`name` "Baron").',
  'header.allow-missing': 'The answer 405 to POST /books/{bookId} has no header field Allow.',
  'header.duplicate': 'GET /tools answers 200: The answer has the header field etag 2 times.',
  'header.etag-inconsistent':
    'PATCH /files/{file_id} answers 200: describeFile changed `name`, `labels`, `description`, and the ETag of the item is still "36-1".',
  'header.location-foreign':
    'POST /cases: openCase answers 201 with a Location on cases.internal, which is neither the target nor a server of the document.',
  'header.location-missing': 'POST /members: createMember answers 201 without saying where the created resource is.',
  'header.location-unresolvable': 'POST /books: The Location of what was just created, /v1/books/created, answers 404.',
  'header.required-missing':
    'GET /books/{bookId}: In the answer 200, header field `X-Revision` is required, but missing.',
  'header.retry-after': 'POST /notes: The answer 429 has no Retry-After header field.',
  'header.schema':
    'GET /books/{bookId}: In the answer 200, header field `X-Revision` must be an integer, but is the string "first".',
  'header.undocumented': 'GET /bench: oldBench sends x-shelf, which its 200 does not document.',
  'header.vary-missing':
    'GET /report answers 200: The answer depends on Accept, but Vary does not name Accept: a cache would mix up the answers.',
  'header.www-authenticate':
    'GET /notes: listNotes answers 401 without WWW-Authenticate, which says how to authenticate.',
  'idempotency.delete': 'DELETE /tools/{toolId}: removeTool answers 409 when it is sent a second time.',
  'idempotency.get-side-effect':
    'GET /tools/{toolId} answers 200: Two reads, one after the other, give different values of `name`.',
  'idempotency.key-ignored':
    'POST /orders answers 201: createOrder did the same work twice for one Idempotency-Key: it created a second record, 00000000-0000-4000-8000-000000000236.',
  'idempotency.key-reused':
    'POST /bookings: book answers 201 to a body with the Idempotency-Key of an earlier, different body, where the document has 422.',
  'idempotency.put':
    'PUT /books/{bookId} answers 200: replaceBook was sent twice with the same body, and the second one changed `pages` again.',
  'job.never-ends':
    'GET /exports/{export_id} answers 200: The job that startExport started still runs after more than 2 s, the longest time in the document, as getExport shows.',
  'job.result-missing':
    'GET /exports/{export_id}/file: The job has ended, and its file_url, /exports/ex_81/file, answers 404.',
  'leak.credential-echo': 'The service repeats the credential in its answer.',
  'leak.stack-trace': 'POST /notes: writeNote answers 400 and shows a stack trace of JavaScript.',
  'lifecycle.successor-missing': 'GET /bench: oldBench is deprecated, and the document does not name what replaces it.',
  'method.allow-mismatch':
    'The Allow header field of /books/{bookId} leaves out PUT, PATCH, DELETE, which the document has for this path.',
  'method.head-get-mismatch': 'HEAD /books answers with 404, and GET with 200.',
  'method.not-405': 'POST is not documented for /books/{bookId} and was refused with 404 instead of 405.',
  'method.unsupported-accepted': 'POST is not documented for /books/{bookId} and was accepted (200).',
  'negotiation.406-on-valid-accept':
    'GET /events/{eventId}/summary: The document offers text/plain, and a request with `Accept: text/plain` gets 406.',
  'negotiation.accept-ignored':
    'GET /events/{eventId}/summary answers 200: The document offers text/plain, and a request with `Accept: text/plain` gets application/json.',
  'negotiation.not-406':
    'GET /tools: listTools documents 406, and answers 200 to `Accept: text/x-standin-unknown`, which it does not offer.',
  'operation.not-implemented':
    'DELETE /books/{bookId}: DELETE /books/{bookId} is documented and answers 501: it is not implemented.',
  'operation.undocumented': 'GET /nothing answers 200 and is not documented.',
  'page.cursor-loop':
    'GET /events answers 200: The page links of listEvents form a loop: following them returns to an earlier page and never reaches the last.',
  'page.forged-cursor':
    'GET /cases answers 200: listCases answers a made-up cursor with items, where the document has 400.',
  'page.limit-ignored': 'GET /books answers 200: listBooks gave 27 items when asked for 2.',
  'page.link-header': 'GET /books answers 200: The next link of listBooks does not lead to the next page.',
  'page.more-inconsistent': 'GET /accounts: A page of listAccounts has `has_more` true, and no items follow.',
  'page.overlap-or-gap': 'GET /books answers 200: Read page by page, listBooks gives the item 4 twice.',
  'page.total-inconsistent': 'GET /books answers 200: listBooks says that the total is 2; there are 27 items.',
  'put.partial-update':
    'PUT /rooms/{roomId} answers 200: A PUT without `floor` left the property as it was, although a PUT replaces the whole item.',
  'reject.additional-property':
    'POST /members: createMember accepted (201) an invalid request: `undocumented` is not a documented property.',
  'reject.boundary':
    'POST /tickets: openTicket accepted (201) an invalid request: `priority` must be at most 5, but is 6.',
  'reject.duplicate-query':
    'GET /vessels: listVessels accepted (200) a request with the query parameter `limit` twice.',
  'reject.empty-body': 'POST /tickets: openTicket accepted (201) a request without a body, which is required.',
  'reject.enum':
    'POST /members: createMember accepted (201) an invalid request: `role` must be one of "admin", "editor", "guest", but is "undocumented".',
  'reject.error-shape':
    'DELETE /tickets/{ticketId}: The refusal 422 is text/plain; documented is application/problem+json.',
  'reject.foreign-code':
    'GET /tools: listTools answers 422 with the error code `unreadable`, which the document shows with 400.',
  'reject.format':
    'POST /tickets: openTicket accepted (201) an invalid request: `contact` must be of the format `email`, but is "not-an-email".',
  'reject.malformed-body': 'POST /tickets: openTicket accepted (201) a body that is cut off and cannot be parsed.',
  'reject.missing-parameter':
    'GET /tickets: listTickets accepted (200) an invalid request: query parameter `queue` is required, but missing.',
  'reject.missing-property':
    'POST /tickets: openTicket accepted (201) an invalid request: `subject` is required, but missing.',
  'reject.null':
    'POST /members: createMember accepted (201) an invalid request: `email` must be a string, but is null.',
  'reject.pattern':
    'PUT /tickets/{ticketId}: rewriteTicket accepted (200) an invalid request: `asset` must match the pattern "^[A-Z]{2}-[0-9]{4}$", but is "ig-3915".',
  'reject.reversed-times':
    'POST /bookings: book accepted (201) a request whose `endsAt` is before its `startsAt`, which the document forbids (“The end must be after the start.”).',
  'reject.unbalanced':
    'POST /transactions: createTransaction accepted (201) `entries` that do not balance, which the document forbids.',
  'reject.unsupported-media-type':
    'POST /tickets: openTicket accepted (201) a body of the media type `text/plain`, which is not documented.',
  'reject.wrong-code':
    'GET /tickets/{ticketId}: getTicket answers 418, where the document has 422, to an invalid request: path parameter `ticketId` must be an integer, but is the string "not-of-this-type".',
  'reject.wrong-type':
    'POST /tickets: openTicket accepted (201) an invalid request: `priority` must be an integer, but is the string "not-of-this-type".',
  'scenario.expectation': 'GET /train: "A train", step "": /status should be 200 and is 410.',
  'schema.array-size': 'GET /books/{bookId}: In the answer 200, `tags` must have at most 5 items, but has 6.',
  'schema.composition': 'GET /members/{memberId}: In the answer 200, `contact.number` is required, but missing.',
  'schema.const': 'GET /events/{eventId}: In the answer 200, `object` must be "event", but is "happening".',
  'schema.dependent': 'GET /events/{eventId}: In the answer 200, `period.starts` is required beside `ends`.',
  'schema.discriminator':
    'GET /members/{memberId}: In the answer 200, `contact.kind` must be "phone", but is "pigeon".',
  'schema.enum':
    'GET /books/{bookId}: In the answer 200, `genre` must be one of "novel", "poetry", "history", "science", but is "thriller".',
  'schema.example-mismatch':
    'POST /members: The example "example" of createMember does not fit its schema: `role` must be one of "admin", "editor", "guest", but is "king"',
  'schema.format':
    'GET /books/{bookId}: In the answer 200, `published` must be of the format `date`, but is "1951/03/02".',
  'schema.int32': 'GET /members/{memberId}: In the answer 200, `age` must be of the format `int32`, but is 3000000000.',
  'schema.int64-precision':
    'GET /events/{eventId} answers 200: In the answer, /sequence is an int64 and is written as 9.007199254740993e+21: its last digits are lost.',
  'schema.length': 'GET /books/{bookId}: In the answer 200, `title` must have at least 1 character, but has 0.',
  'schema.multiple-of': 'GET /books/{bookId}: In the answer 200, `pages` must be a multiple of 2, but is 103.',
  'schema.nullability': 'GET /books/{bookId}: In the answer 200, `title` must be a string, but is null.',
  'schema.object-size':
    'GET /members/{memberId}: In the answer 200, `labels` must have at most 3 properties, but has 4.',
  'schema.pattern':
    'GET /books/{bookId}: In the answer 200, `isbn` must match the pattern "^97[89][0-9]{10}$", but is "978-0-306-40615-7".',
  'schema.property-names':
    'GET /events/{eventId}: In the answer 200, `attributes` must not have a property named "USER".',
  'schema.range': 'GET /books/{bookId}: In the answer 200, `pages` must be at least 2, but is 0.',
  'schema.read-only-writable':
    'POST /teams/{teamId}/players answers 201: addPlayer took the value of `teamId` from the request, although the document lets only the service set it (readOnly).',
  'schema.required': 'GET /books/{bookId}: In the answer 200, `title` is required, but missing.',
  'schema.type': 'GET /books/{bookId}: In the answer 200, `pages` must be an integer, but is the string "102".',
  'schema.undocumented-property':
    'GET /books/{bookId} answers 200: getBook shows /shelf, which the document does not describe.',
  'schema.unenforceable':
    '`pattern` is not enforced: Invalid regular expression: /^(?<open[a-z]+$/u: Invalid capture group name; it is left out',
  'schema.unique-items': 'GET /books/{bookId}: In the answer 200, `tags` must not have the same item twice.',
  'schema.write-only-leaked':
    'POST /members: In the answer 201, `password` is write-only and must not be in a response.',
  'search.metamorphic':
    'GET /customers answers 200: listCustomers with q=zqxjwvkpyzqx, which no item contains, gives the same items as without q: the search has no effect.',
  'sort.ignored':
    'GET /books answers 200: listBooks does not sort by `sort` in the right direction: the items are in the order of `id`, ascending.',
  'stability.experimental-used': 'GET /bench answers 200: An old habit uses oldBench, which is beta.',
  'state.action-drops-others':
    'POST /vehicles/{vehicleId}/retire answers 200: retireVehicle also took `tags` away, which its text does not mention.',
  'state.action-without-effect':
    'POST /orders/{orderId}/ship answers 200: shipOrder answered with `shipped` true, and a read still shows false.',
  'state.answer-differs': 'GET /tools/{toolId} answers 200: The write answered with `id` 28, and a read shows 29.',
  'state.available-after-create':
    'POST /teams/{teamId}/players: An item was created, and getPlayer answers 404 for it.',
  'state.bulk-result-wrong':
    'POST /notes/bulk: changeNotes reports the same result for 6f9619ff-8b86-4011-b42d-987654321000, which does not exist, as for an item that exists: {"id":"6f9619ff-8b86-4011-b42d-987654321000","status":200}.',
  'state.content-differs':
    'POST /files answers 200: getContent does not return the bytes that uploadFile received: 7 of 8, and the first difference is at byte 1.',
  'state.count-differs':
    'GET /customers/{customerId} answers 200: getCustomer says that `orderCount` is 2, and listOrdersOfCustomer lists 1.',
  'state.creation-changed':
    'PUT /customers/{customerId} answers 200: A replacement without `createdAt` changed it, although `createdAt` says when the item was created.',
  'state.default-not-applied':
    'POST /tools answers 201: createTool was sent without `kind`, whose default is "hand", and the service set it to "power".',
  'state.delete-leaves-orphans':
    'DELETE /customers/{customerId} answers 200: deleteCustomer deleted the customer 00000000-0000-4000-8000-000000000234 (the document has 409 for it: “The customer has orders.”), and getOrder still shows it as `customerId` of the order 00000000-0000-4000-8000-000000000235.',
  'state.delete-takes-namesakes':
    'DELETE /files/{file_id}: After deleteFile deleted one of two items with the same values, getFile answers 404 for the other one.',
  'state.delete-takes-others':
    'DELETE /tools/{toolId} answers 200: Deleting the item 76 also removed 28 from listTools.',
  'state.duplicate-accepted':
    'POST /rooms: addRoom answers 201 to the same request with `code` in the other letter case, where the document has 409 (“There is a room with this code.”).',
  'state.duplicate-id': 'POST /teams/{teamId}/players answers 201: addPlayer gave the id 27 to two items.',
  'state.found-elsewhere':
    'GET /teams/{teamId}/players/{playerId} answers 200: getPlayer shows the item 20 under a `teamId` to which it does not belong.',
  'state.history-differs':
    'GET /orders/{id}/history answers 200: orderHistory shows nothing of shipOrder, which changed the item.',
  'state.id-reused':
    'POST /books/ answers 201: POST /books/ gave the id 16 again, which another book had until it was deleted.',
  'state.leftovers': '16 records that this run created are still there: counts.',
  'state.link-broken':
    'GET /teams/{teamId}/players: The documented link `players` leads to listPlayers, which answers 404.',
  'state.list-differs': 'GET /files answers 200: listFiles shows `size` as 0, and a read of the item shows 47.',
  'state.list-lacks-own':
    'GET /customers/{customerId}/orders answers 200: listOrdersOfCustomer for customerId 00000000-0000-4000-8000-000000000229 does not show 00000000-0000-4000-8000-000000000231, which was created for this customer.',
  'state.list-omits-created':
    'GET /events answers 200: listEvents does not list the item evt_000029, which was just created.',
  'state.list-shows-foreign':
    'GET /customers/{customerId}/orders answers 200: listOrdersOfCustomer for customerId 229 also shows 2 orders that belong to another customer: 101, 102.',
  'state.nothing-kept':
    'Nothing that was created could be read again, in any of 2 resources (actors, films): the target seems to store nothing.',
  'state.number-changed':
    'POST /bookings answers 200: book accepted -9007199254740993 for reference, and getBooking shows -9007199254740992.',
  'state.patch-drops-others':
    'PATCH /cases/{case_id} answers 200: A PATCH of `subject` changed `priority` as well (RFC 5789 §2).',
  'state.patch-null-kept':
    'PATCH /orders/{orderId} answers 200: A PATCH set `note` to null and was accepted, and the property still has its old value.',
  'state.roundtrip-lossy':
    'POST /teams/{teamId}/players answers 200: What is read is not what was written: `note` was sent as "As agreed with Dexter." and is read as "As ".',
  'state.size-stale':
    'PUT /files/{file_id}/content answers 200: putContent replaced 8 bytes by 3000, and `size` is still 40.',
  'state.times-reversed':
    'POST /customers answers 200: getCustomer shows an item whose `updatedAt` (1970-01-01T00:00:00Z) is before its `createdAt` (2026-01-01T00:04:17.000Z).',
  'state.transition-accepted':
    'POST /cases/{case_id}/close: closeCase answers 200 for an item whose `status` is "closed", where the document has the refusal 409 (“The request cannot be done.”).',
  'state.unknown-accepted': 'GET /customers/{customerId}: getCustomer answers 200 for an unknown `customerId`.',
  'state.unknown-reference-accepted':
    'POST /orders: createOrder accepted (201) a request whose `customerId` names a record that does not exist, where the document has 404 (“There is nothing of that name.”).',
  'state.unstable-id': 'GET /tools/{toolId} answers 200: getTool was asked for 55 and answers with 56.',
  'state.update-not-visible':
    'PUT /teams/{teamId} answers 200: The replacement had no effect: `city` was sent as "Nikolausview" and is read as "Satterfieldburgh".',
  'state.upload-name-lost':
    'POST /files answers 201: uploadFile took a file called `standin sample-2.bin`, and shows `blob` as its `name`.',
  'state.upload-type-lost':
    'POST /files answers 201: uploadFile took a file of the media type text/csv, and shows `application/octet-stream` as its `contentType`.',
  'state.use-after-delete': 'DELETE /teams/{teamId}: An item was deleted (204), and getTeam still answers 200 for it.',
  'state.version-unchanged':
    'PATCH /accounts/{accountId}: updateAccount changed `name`, and `version` is still 1: a write with the version before it is not noticed.',
  'state.write-changes-others':
    'PATCH /cases/{case_id} answers 200: updateCase of the item cs_117 also set `priority` of the item cs_116 to 4.',
  'status.401-undocumented-auth': 'GET /notes/{noteId}: readNote answers 401, which the document does not have for it.',
  'status.body-mismatch': 'GET /tools/{toolId}: The status of the answer is 404, and its body says 499.',
  'status.created-mismatch':
    'PUT /yards/{code}/slots/{row}/{place}: fillSlot created an item and answers 200, not 201.',
  'status.gone-mismatch':
    'GET /vessels/{imo}: getVessel answers 404 for what was just deleted; the document has 410 for that ("It was struck off.").',
  'status.only-default-documented': 'GET /motto: motto documents only a default response, so no status can be wrong.',
  'status.server-error': 'GET /books: GET /books failed: it answered 500 to a valid request.',
  'status.undocumented':
    'POST /books: POST /books answered 202, which is not among its documented responses (201, 400, 415, 422).',
  'status.unexpected': 'PUT /books/{bookId}: PUT /books/{bookId} answered 404 to a valid request for data that exists.',
  'stream.item-schema': 'GET /feed answers 200: In the answer 200, item `[1].at` is required, but missing.',
  'sunset.approaching': 'GET /bench: The sunset of oldBench is 2027-01-31, in 61 days.',
  'sunset.before-deprecation':
    'GET /stations/{stationId} answers 200: The sunset of readStation (2026-04-01) is before its deprecation (2026-05-01).',
  'sunset.header-missing':
    'GET /stations/{stationId} answers 200: The sunset of readStation is 2027-03-31, and its answers have no Sunset header field.',
  'sunset.header-syntax':
    'GET /stations/{stationId} answers 200: "Sunset: 2027-03-31" is not an HTTP date, such as "Wed, 31 Mar 2027 23:59:59 GMT".',
  'sunset.mismatch':
    'GET /stations/{stationId} answers 200: The Sunset header field of readStation says 2027-09-30; the document says 2027-03-31.',
  'sunset.passed-not-gone': 'GET /bench: The sunset of oldBench was 2027-01-31, and it answers 404 instead of 410.',
  'sunset.passed-still-served':
    'GET /stations/{stationId}: The sunset of readStation was 2027-03-31, and it still answers 200.',
  'sunset.removed-early':
    'GET /stations/{stationId}: The sunset of readStation is 2027-03-31, and it already answers 410.',
  'sunset.spec-invalid': 'x-deprecated-sunset: "next spring" is not a date (YYYY-MM-DD or RFC 3339)',
  'time.budget': 'GET /report: getReport takes 340 ms (median of 12 answers), more than the budget of 200 ms.',
  'time.timeout': 'GET /things/{thingId}: The target gave no whole answer within 250 ms, twice.',
  'trailing-slash.divergence': '/tools/{toolId} answers 200, and with a slash at its end 500.',
  'transport.broken':
    'GET /things answers 200: No complete answer came (incomplete-body): the connection ended inside the body: other side closed.',
  'transport.plain-http-credential': 'GET /things answers 200: A credential was sent without encryption.',
  'transport.surplus-bytes':
    'GET /things answers 200: Bytes followed the end of the answer. The next request on this connection would read them as its answer.',
  'transport.unknown-coding': 'GET /things answers 200: Content-Encoding "exotic" is not known and was not asked for.',
  'vacuous.empty-schema':
    'GET /members/{memberId}: The document has no schema for the 200 of getMember, so the body is not checked.',
  'vacuous.never-2xx':
    'GET /motto: No valid request to motto was successful (3 answers, all 409): little of it was checked.',
  'vacuous.only-401-403':
    'GET /notes: No valid request to listNotes was successful (2 answers, all 401): little of it was checked.',
  'vacuous.only-404':
    'DELETE /tickets/{ticketId}: No valid request to closeTicket was successful (3 answers, all 404): little of it was checked.',
  'vacuous.run':
    'Not one case passed (25 inconclusive, 0 errored): the run says nothing about the service. Is this the right target, and the right credential?',
  'write.failed-changed-state':
    'PUT /teams/{teamId} answers 200: replaceTeam was refused (422) and still changed `name`, `city`.',
};
