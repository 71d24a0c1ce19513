/** A finding of each check, as a server that is wrong in one way gets it. `test/targets/write-examples.ts` writes those that a server of `test/targets` gets. */
export const CHECK_EXAMPLES: Readonly<Record<string, string>> = {
  'accept.boundary-rejected':
    'POST /members answers 400: createMember refused (400) a valid request whose /body/password is just within its `minLength`.',
  'accept.media-type-form':
    'PATCH /files/{file_id} answers 415: describeFile refused (415) a body because its Content-Type was written as `application/json; charset=utf-8`.',
  'accept.optional-omitted-rejected':
    'POST /members answers 400: createMember refused (400) a valid request that has only what is required.',
  'accept.unicode':
    'PATCH /tools/{toolId} answers 422: changeTool refused (422) a valid request with a string beyond Latin letters.',
  'accept.valid-rejected': 'PATCH /books/{bookId} answers 415: updateBook refused (415) a valid request.',
  'auth.invalid-accepted': 'GET /notes answers 200: listNotes answers 200 to a credential that is not valid.',
  'auth.missing-accepted': 'GET /notes answers 200: listNotes needs a credential and answers 200 without one.',
  'auth.valid-refused':
    'DELETE /notes/{noteId} answers 401: tearUpNote refuses (401) a credential that other operations with the same security take.',
  'auth.wrong-status':
    'GET /notes answers 400: listNotes refuses a missing credential with 400, where the document says 401.',
  'body.bom-or-encoding': 'GET /tools answers 200: JSON starts with a byte order mark.',
  'body.csv-header':
    'GET /exports/{export_id}/file answers 200: The CSV of getExportFile has no column id, subject, status, which the documented example has.',
  'body.duplicate-keys':
    'GET /books/{bookId} answers 200: The JSON of the body has /title more than once: which one counts depends on who reads it.',
  'body.empty-when-documented':
    'GET /books/{bookId} answers 200: The answer 200 has no body; the document describes one.',
  'body.invalid-json':
    'GET /books/{bookId} answers 200: The body says it is application/json and cannot be read: not JSON: unexpected "}" at offset 107.',
  'body.invalid-xml':
    'POST /books answers 201: The body says it is application/xml and cannot be read: not XML: unencoded < at offset 57.',
  'body.on-204-304': 'HEAD /report answers 200: HEAD answered 200 with content.',
  'body.present-when-undocumented':
    'DELETE /events/{eventId} answers 200: The answer 200 has a body; the document describes none.',
  'conditional.304':
    'GET /files/{file_id} answers 200: getFile documents 304 and answers 200 to an If-None-Match with the tag "32-1" that it still has.',
  'conditional.412':
    'PATCH /files/{file_id} answers 200: describeFile answers 200 to an If-Match with an entity tag that the item does not have.',
  'content-length.mismatch': 'GET /report answers 200: Content-Length says 3, 8 bytes came.',
  'content-type.charset': 'GET /books/{bookId} answers 200: JSON is sent as iso-8859-1.',
  'content-type.malformed': 'Content-Type "json" is not a media type.',
  'content-type.missing':
    'GET /books/{bookId} answers 200: The answer 200 has a body and no Content-Type; documented is application/json.',
  'content-type.undocumented':
    'GET /books/{bookId} answers 200: The answer 200 is text/html; documented is application/json.',
  'cors.wildcard-with-credentials':
    'GET /tools answers 200: Access-Control-Allow-Origin is * together with Access-Control-Allow-Credentials: true.',
  'deprecated.date-inconsistent':
    'GET /stations/{stationId} answers 200: readStation says it is deprecated since 2026-01-01; the document says 2026-05-01.',
  'deprecated.header-missing':
    'GET /stations/{stationId} answers 200: readStation is deprecated and its answers do not say so.',
  'deprecated.header-syntax':
    'GET /stations/{stationId} answers 200: "Deprecation: true" is not a Structured Field Date.',
  'deprecated.header-undocumented':
    'GET /v2/stations/{stationId} answers 200: readStationV2 says "Deprecation: @1777593600"; the document does not call it deprecated.',
  'deprecated.operation-used': 'GET /bench answers 200: An old habit uses oldBench, which is deprecated.',
  'deprecated.parameter-used': 'GET /bench answers 200: An old habit sends style to oldBench, which is deprecated.',
  'deprecated.property-returned':
    'PUT /bench answers 200: An old habit is sent /legs of moveBench, which is deprecated.',
  'deprecated.property-sent': 'PUT /bench answers 200: An old habit sends /legs of moveBench, which is deprecated.',
  'filter.fields-ignored':
    'GET /files answers 200: listFiles was asked by fields for id and name, and shows all properties.',
  'filter.ignored': 'GET /books answers 200: listBooks with genre="poetry" also gives items that do not fit: 18 of 23.',
  'filter.incomplete': 'GET /doors answers 200: listDoors with size=2&name="ron" leaves out items that fit: 1.',
  'header.allow-missing': '405 to POST /books/{bookId} has no Allow field.',
  'header.duplicate': 'GET /tools answers 200: The header field etag comes 2 times.',
  'header.etag-inconsistent': 'GET /files/{file_id} answers 200: The representation changed, and ETag is still "32-1".',
  'header.location-foreign':
    'POST /cases answers 201: openCase answers 201 with a Location on cases.internal, which is neither the target nor a server of the document.',
  'header.location-missing':
    'POST /members answers 201: createMember answers 201 without saying where the created resource is.',
  'header.location-unresolvable': 'The Location of what was just created, /v1/books/created, answers 404.',
  'header.required-missing': 'GET /books/{bookId} answers 200: Header field `X-Revision` is missing, and required',
  'header.retry-after': 'POST /notes answers 429: 429 has no Retry-After.',
  'header.schema':
    'GET /books/{bookId} answers 200: Header field `X-Revision` must be an integer, but is the string "first"',
  'header.undocumented': 'GET /bench answers 200: oldBench sends x-shelf, which its 200 does not document.',
  'header.vary-missing':
    'GET /report answers 200: The answer depends on Accept, but Vary does not name Accept: a cache would mix up the answers.',
  'header.www-authenticate':
    'GET /notes answers 401: listNotes answers 401 without WWW-Authenticate, which says how to authenticate.',
  'idempotency.delete': 'DELETE /tools/{toolId} answers 409: removeTool answers 409 when it is sent a second time.',
  'idempotency.get-side-effect':
    'GET /tools/{toolId} answers 200: Two reads, one after the other, give different values of `name`.',
  'idempotency.key-ignored':
    'POST /orders answers 201: createOrder did the same work twice for one Idempotency-Key: it made another record, 00000000-0000-4000-8000-000000000230.',
  'idempotency.key-reused':
    'POST /bookings answers 201: book answers 201 to a body with the Idempotency-Key of another body, where the document has 422.',
  'idempotency.put':
    'GET /books/{bookId} answers 200: The same replaceBook, sent once more, changed `pages` again: a PUT that is repeated must change nothing.',
  'job.never-ends':
    'GET /exports/{export_id} answers 200: The job that startExport started still runs after more than 2 s, the longest time in the document: getExport shows no end.',
  'job.result-missing':
    'GET /exports/{export_id}/file answers 404: The job has ended, and its file_url, /exports/ex_81/file, answers 404.',
  'leak.credential-echo': 'The service repeats the credential in its answer.',
  'leak.stack-trace': 'POST /notes answers 400: writeNote answers 400 and shows a stack trace of JavaScript.',
  'lifecycle.successor-missing': 'GET /bench: oldBench is deprecated and does not say what replaces it.',
  'method.allow-mismatch': 'The Allow field of /books/{bookId} leaves out PUT, PATCH, DELETE, which the document has.',
  'method.head-get-mismatch': 'HEAD /books gives 404, GET gives 200.',
  'method.not-405': 'POST is not documented for /books/{bookId} and was refused with 404 instead of 405.',
  'method.unsupported-accepted': 'POST is not documented for /books/{bookId} and was accepted (200).',
  'negotiation.406-on-valid-accept':
    'GET /events/{eventId}/summary answers 406: The document offers text/plain; asking for it gives 406.',
  'negotiation.accept-ignored':
    'GET /events/{eventId}/summary answers 200: The document offers text/plain and Accept asks for it, but the answer is application/json.',
  'negotiation.not-406':
    'GET /tools answers 200: listTools documents 406, was asked for text/x-standin-unknown, and answers 200.',
  'operation.not-implemented':
    'DELETE /books/{bookId} answers 501: DELETE /books/{bookId} is documented and answers 501: it is not implemented.',
  'operation.undocumented': 'GET /nothing answers 200 and is not documented.',
  'page.cursor-loop':
    'GET /events answers 200: The page links of listEvents form a loop: following them returns to an earlier page and never reaches the last.',
  'page.forged-cursor':
    'GET /cases answers 200: listCases answers a made-up cursor with items, where the document has 400.',
  'page.limit-ignored': 'GET /books answers 200: listBooks gave 23 items when asked for 2.',
  'page.link-header': 'GET /books answers 200: The next link of listBooks does not lead to the next page.',
  'page.overlap-or-gap': 'GET /books answers 200: Read page by page, listBooks gives the item 3 twice.',
  'page.total-inconsistent': 'GET /books answers 200: listBooks says there are 2 items; there are 23.',
  'put.partial-update': 'PUT /rooms/{roomId} answers 200: A PUT without `floor` left the property as it was.',
  'reject.additional-property':
    'POST /members answers 201: createMember accepted (201) a request with /body/undocumented, which the schema does not allow.',
  'reject.boundary':
    'POST /tickets answers 201: openTicket accepted (201) a request in which /body/priority breaks its minimum.',
  'reject.duplicate-query':
    'GET /vessels answers 200: listVessels accepted (200) a request with the query parameter `limit` twice.',
  'reject.empty-body':
    'POST /tickets answers 201: openTicket accepted (201) a request without a body, which is required.',
  'reject.enum':
    'POST /members answers 201: createMember accepted (201) a request in which /body/role is none of the listed values.',
  'reject.error-shape':
    'DELETE /tickets/{ticketId} answers 422: The refusal 422 is text/plain; documented is application/problem+json.',
  'reject.foreign-code':
    'GET /tools answers 422: listTools answers 422 with the code unreadable, which the document shows with 400.',
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
  'reject.reversed-times':
    'POST /bookings answers 201: book accepted (201) a request whose endsAt is before its startsAt, which the document forbids.',
  'reject.unsupported-media-type':
    'POST /tickets answers 201: openTicket accepted (201) a body of text/plain, which is not documented.',
  'reject.wrong-code':
    'GET /tickets/{ticketId} answers 418: getTicket refused a request (/path/ticketId breaks "type") with 418; documented is 422.',
  'reject.wrong-type':
    'POST /tickets answers 201: openTicket accepted (201) a request in which /body/priority is of the wrong type.',
  'scenario.expectation': 'GET /train answers 410: "A train", step "": /status should be 200 and is 410.',
  'schema.array-size': 'GET /books/{bookId} answers 200: `tags` must have at most 5 items, but has 6',
  'schema.composition': 'GET /members/{memberId} answers 200: `contact.number` is missing, and required',
  'schema.const': 'GET /events/{eventId} answers 200: `object` must be "event", but is "happening"',
  'schema.dependent': 'GET /events/{eventId} answers 200: `period.starts` is required beside `ends`',
  'schema.discriminator': 'GET /members/{memberId} answers 200: `contact.kind` must be one of "phone", but is "pigeon"',
  'schema.enum':
    'GET /books/{bookId} answers 200: `genre` must be one of "novel", "poetry", "history", "science", but is "thriller"',
  'schema.example-mismatch':
    'POST /members: The example "example" of createMember does not fit its schema: `role` must be one of "admin", "editor", "guest", but is "king"',
  'schema.format': 'GET /books/{bookId} answers 200: `published` must be of the format `date`, but is "1951/03/02"',
  'schema.int32': 'GET /members/{memberId} answers 200: `age` must be of the format `int32`, but is 3000000000',
  'schema.int64-precision':
    'GET /events/{eventId} answers 200: /sequence is an int64 and is written as 9.007199254740993e+21: its last digits are lost.',
  'schema.length': 'GET /books/{bookId} answers 200: `title` must have at least 1 character, but has 0',
  'schema.multiple-of': 'GET /books/{bookId} answers 200: `pages` must be a multiple of 2, but is 103',
  'schema.nullability': 'GET /books/{bookId} answers 200: `title` must be a string, but is null',
  'schema.object-size': 'GET /members/{memberId} answers 200: `labels` must have at most 3 properties, but has 4',
  'schema.pattern':
    'GET /books/{bookId} answers 200: `isbn` must match the pattern "^97[89][0-9]{10}$", but is "978-0-306-40615-7"',
  'schema.property-names': 'GET /events/{eventId} answers 200: `attributes` must not have a property named "USER"',
  'schema.range': 'GET /books/{bookId} answers 200: `pages` must be at least 2, but is 0',
  'schema.read-only-writable':
    'POST /teams/{teamId}/players answers 201: addPlayer takes teamId from the request, although only the service sets it.',
  'schema.required': 'GET /books/{bookId} answers 200: `title` is missing, and required',
  'schema.type': 'GET /books/{bookId} answers 200: `pages` must be an integer, but is the string "102"',
  'schema.undocumented-property':
    'GET /books/{bookId} answers 200: getBook shows /shelf, which the document does not mention.',
  'schema.unenforceable':
    '`pattern` is not enforced: Invalid regular expression: /^(?<open[a-z]+$/u: Invalid capture group name; it is left out',
  'schema.unique-items': 'GET /books/{bookId} answers 200: `tags` must not have the same item twice',
  'schema.write-only-leaked': 'POST /members answers 201: `password` is write-only and must not be in a response',
  'search.metamorphic':
    'GET /customers answers 200: listCustomers with q=zqxjwvkpyzqx, which no item contains, gives the same items as without q: the search has no effect.',
  'sort.ignored':
    'GET /books answers 200: listBooks does not sort by `sort`: the items are not in the order of `id`, descending.',
  'stability.experimental-used': 'GET /bench answers 200: An old habit uses oldBench, which is beta.',
  'state.action-without-effect':
    'POST /orders/{orderId}/ship answers 200: shipOrder answered with `shipped` true, and a read still shows false.',
  'state.answer-differs': 'GET /tools/{toolId} answers 200: The write answered with `id` 28, and a read shows 29.',
  'state.available-after-create':
    'POST /teams/{teamId}/players answers 404: An item was just created, and getPlayer answers 404 for it.',
  'state.bulk-result-wrong':
    'POST /notes/bulk answers 200: changeNotes says of 6f9619ff-8b86-4011-b42d-987654321000, which does not exist, what it says of an item that does: {"id":"6f9619ff-8b86-4011-b42d-987654321000","status":200}.',
  'state.content-differs':
    'POST /files answers 200: getContent does not return the bytes that uploadFile received: 7 of 8, and the first difference is at byte 1.',
  'state.count-differs':
    'GET /customers/{customerId} answers 200: getCustomer says that `orderCount` is 2, and listOrdersOfCustomer lists 1.',
  'state.creation-changed':
    'PUT /customers/{customerId} answers 200: The replacement changed `createdAt`, which it did not send and which records how the item was created.',
  'state.default-not-applied':
    'POST /tools answers 201: createTool was sent without `kind`, whose default is "hand", and the service set it to "power".',
  'state.delete-leaves-orphans':
    'DELETE /customers/{customerId} answers 200: deleteCustomer deleted the customer 00000000-0000-4000-8000-000000000233 (the document has 409 for it), and getOrder still shows it as `customerId`.',
  'state.delete-takes-namesakes':
    'DELETE /files/{file_id} answers 404: deleteFile deleted one item, and getFile of another one with the same values answers 404 since then.',
  'state.delete-takes-others': 'DELETE /tools/{toolId} answers 200: Deleting 76 also removed 28 from listTools.',
  'state.duplicate-accepted':
    'POST /rooms answers 201: addRoom answers 201 to the same request again, code in other letters, where the document has 409 for what exists already.',
  'state.duplicate-id': 'POST /teams/{teamId}/players answers 201: addPlayer gave the id 25 twice.',
  'state.found-elsewhere':
    'GET /teams/{teamId}/players/{playerId} answers 200: getPlayer shows 20 under another `teamId` than its own.',
  'state.id-reused':
    'POST /books/ answers 201: POST /books/ gave the id 16 again, which another book had until it was deleted.',
  'state.leftovers': '16 records that this run created are still there: counts.',
  'state.link-broken':
    'GET /teams/{teamId}/players answers 404: The documented link `players` leads to listPlayers, which answers 404.',
  'state.list-differs': 'GET /files answers 200: listFiles shows `size` as 0, and a read of the item shows 47.',
  'state.list-lacks-own':
    'GET /customers/{customerId}/orders answers 200: listOrdersOfCustomer for customerId 00000000-0000-4000-8000-000000000229 does not show 00000000-0000-4000-8000-000000000231, which was created for this customer.',
  'state.list-omits-created':
    'GET /events answers 200: listEvents does not list the item evt_000029, which was just created.',
  'state.list-shows-foreign':
    'GET /customers/{customerId}/orders answers 200: listOrdersOfCustomer for customerId 00000000-0000-4000-8000-000000000229 also shows what belongs to another customer: 00000000-0000-4000-8000-000000000101, 00000000-0000-4000-8000-000000000102, 00000000-0000-4000-8000-000000000103, 00000000-0000-4000-8',
  'state.nothing-kept':
    'Nothing that was created could be read again, in any of 2 resources (actors, films): the target seems to store nothing.',
  'state.number-changed':
    'POST /bookings answers 200: book accepted -9007199254740993 for reference, and getBooking shows -9007199254740992.',
  'state.patch-drops-others':
    'PATCH /cases/{case_id} answers 200: A PATCH of ``subject`` changed `priority` as well (RFC 5789 §2).',
  'state.patch-null-kept':
    'PATCH /orders/{orderId} answers 200: A PATCH set `note` to null and was accepted, and the property still has its old value.',
  'state.roundtrip-lossy':
    'POST /teams/{teamId}/players answers 200: What is read is not what was written: `note` was sent as "As agreed with Dexter." and is read as "As ".',
  'state.size-stale':
    'PUT /files/{file_id}/content answers 200: putContent replaced 8 bytes by 3000, and `size` is still 46.',
  'state.times-reversed':
    'POST /customers answers 200: getCustomer shows an item whose `updatedAt` (1970-01-01T00:00:00Z) is before its `createdAt` (2026-01-01T00:04:10.000Z).',
  'state.transition-accepted':
    'POST /cases/{case_id}/close answers 200: closeCase answers 200 for an item whose `status` is "closed", where the document has a refusal (409 or 422).',
  'state.unknown-accepted':
    'GET /customers/{customerId} answers 200: getCustomer answers 200 for a `customerId` that does not exist.',
  'state.unknown-reference-accepted':
    'POST /orders answers 201: createOrder accepted (201) a request whose `customerId` names a record that does not exist, where the document has 404.',
  'state.unstable-id': 'GET /tools/{toolId} answers 200: Asked for 55, getTool answers with 56.',
  'state.update-not-visible':
    'PUT /teams/{teamId} answers 200: The replacement had no effect: `city` was sent as "Nikolausview" and is read as "Satterfieldburgh".',
  'state.upload-name-lost':
    'POST /files answers 201: uploadFile took a file called `standin sample-2.bin`, and shows `blob` as its `name`.',
  'state.use-after-delete':
    'DELETE /teams/{teamId} answers 200: An item was deleted (204), and getTeam still answers 200 for it.',
  'state.write-changes-others':
    'PATCH /cases/{case_id} answers 200: updateCase of cs_136 also set `priority` of cs_135 to 4.',
  'status.401-undocumented-auth':
    'GET /notes/{noteId} answers 401: readNote answers 401, which its document does not describe.',
  'status.body-mismatch': 'GET /tools/{toolId} answers 404: An answer 404 says in its body that it is 499.',
  'status.created-mismatch':
    'PUT /yards/{code}/slots/{row}/{place} answers 200: fillSlot answers 200 where it creates an item.',
  'status.gone-mismatch':
    'GET /vessels/{imo} answers 404: getVessel answers 404 for what was just deleted; the document has 410 for that ("It was struck off.").',
  'status.only-default-documented': 'GET /motto: motto documents only a default response: no status can be wrong.',
  'status.server-error': 'GET /books answers 500: GET /books failed: it answered 500 to a valid request.',
  'status.undocumented':
    'POST /books answers 202: POST /books answered 202, which is not among its documented responses (201, 400, 415, 422).',
  'status.unexpected':
    'PUT /books/{bookId} answers 404: PUT /books/{bookId} answered 404 to a valid request on data that exists.',
  'stream.item-schema': 'GET /feed answers 200: The body `item 1.at` is required',
  'sunset.approaching': 'GET /bench: oldBench ends on 2027-01-31, in 61 days.',
  'sunset.before-deprecation':
    'GET /stations/{stationId} answers 200: readStation ends (2026-04-01) before it is deprecated (2026-05-01).',
  'sunset.header-missing':
    'GET /stations/{stationId} answers 200: readStation ends on 2027-03-31 and its answers do not say so.',
  'sunset.header-syntax': 'GET /stations/{stationId} answers 200: "Sunset: 2027-03-31" is not an HTTP-date.',
  'sunset.mismatch':
    'GET /stations/{stationId} answers 200: readStation says it ends on 2027-09-30; the document says 2027-03-31.',
  'sunset.passed-not-gone': 'GET /bench answers 404: oldBench ended on 2027-01-31 and answers 404 instead of 410.',
  'sunset.passed-still-served':
    'GET /stations/{stationId} answers 200: readStation ended on 2027-03-31 and still answers 200.',
  'sunset.removed-early':
    'GET /stations/{stationId} answers 410: readStation ends on 2027-03-31 and answers 410 already.',
  'sunset.spec-invalid': 'x-deprecated-sunset: "next spring" is not a date (YYYY-MM-DD or RFC 3339)',
  'time.budget': 'GET /report: getReport takes 340 ms in the median of 12 answers.',
  'time.timeout': 'GET /things/{thingId}: The target gave no whole answer within 250 ms, twice.',
  'trailing-slash.divergence': '/tools/{toolId} with a slash at its end answers 500, without it 200.',
  'transport.broken':
    'GET /things answers 200: The answer could not be used (incomplete-body): the connection ended inside the body: other side closed.',
  'transport.plain-http-credential': 'GET /things answers 200: A credential was sent without encryption.',
  'transport.surplus-bytes':
    'GET /things answers 200: Bytes followed the end of the answer. The next request on this connection would read them as its answer.',
  'transport.unknown-coding': 'GET /things answers 200: Content-Encoding "exotic" is not known and was not asked for.',
  'vacuous.empty-schema':
    'GET /members/{memberId}: The 200 of getMember may be anything: nothing of it can be checked.',
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
