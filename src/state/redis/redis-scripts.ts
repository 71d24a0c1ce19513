import { type Script, scriptOf } from './redis-link.ts';

/**
 * Keys, all under one hash tag `{namespace}`:
 *   w:<world>      hash    gen, epoch, since, entities, used       the world and which generation of data it has
 *   worlds         zset    names                                   base   hash   gen, origin
 *   tick, gens     the last version and the last generation given out; born: when the namespace was, so that a server
 *                  that has lost everything gives no generation a name that a replica knows
 *   g<gen>:c       zset    names of collections in the order in which they came
 *   g<gen>:r       hash    records: "<version> <json>"
 *   g<gen>:e:<c>   hash    entities: "<version> <place> <json>"
 *   g<gen>:l:<c>   zset    every key by the version that it was last written or deleted in: what a replica has yet to learn
 *   g<gen>:m:<c>   hash    version, place, id, floor, dead         `floor`: replicas older than this must read all
 * A generation is never changed in a way that a replica cannot follow: a reset begins another one.
 */
const COMMON = `
local prefix, now = ARGV[1], tonumber(ARGV[2])
local function clock()
  local time = redis.call('TIME')
  return string.format('%.0f', time[1] * 1000000 + time[2])
end
local function tick(seen)
  local last = math.max(tonumber(redis.call('GET', prefix .. 'tick') or clock()), tonumber(seen))
  local next = string.format('%.0f', last + 1024)
  redis.call('SET', prefix .. 'tick', next)
  return next
end
local function generation()
  redis.call('SET', prefix .. 'born', clock(), 'NX')
  return redis.call('GET', prefix .. 'born') .. '-' .. redis.call('INCR', prefix .. 'gens')
end
local function unlink(gen)
  local at = prefix .. 'g' .. gen .. ':'
  for _, c in ipairs(redis.call('ZRANGE', at .. 'c', 0, -1)) do
    redis.call('UNLINK', at .. 'e:' .. c, at .. 'l:' .. c, at .. 'm:' .. c)
  end
  redis.call('UNLINK', at .. 'c', at .. 'r')
end
local function copied(from)
  local gen = generation()
  local a, b = prefix .. 'g' .. from .. ':', prefix .. 'g' .. gen .. ':'
  for _, c in ipairs(redis.call('ZRANGE', a .. 'c', 0, -1)) do
    for _, part in ipairs({'e:', 'l:', 'm:'}) do redis.call('COPY', a .. part .. c, b .. part .. c) end
  end
  redis.call('COPY', a .. 'c', b .. 'c')
  redis.call('COPY', a .. 'r', b .. 'r')
  return gen
end
local function drop(name)
  local gen = redis.call('HGET', prefix .. 'w:' .. name, 'gen')
  if gen then unlink(gen) end
  redis.call('DEL', prefix .. 'w:' .. name)
  return redis.call('ZREM', prefix .. 'worlds', name)
end
local function expire(idle, first)
  local permanent = {}
  for i = first, #ARGV do permanent[ARGV[i]] = true end
  for _, name in ipairs(redis.call('ZRANGE', prefix .. 'worlds', 0, -1)) do
    local used = redis.call('HGET', prefix .. 'w:' .. name, 'used')
    if not used or (not permanent[name] and now - tonumber(used) >= idle) then drop(name) end
  end
end
local function publish(gen)
  local at = prefix .. 'g' .. gen .. ':'
  for _, c in ipairs(redis.call('ZRANGE', at .. 'c', 0, -1)) do
    for _, part in ipairs({'e:', 'l:', 'm:'}) do redis.call('PERSIST', at .. part .. c) end
  end
  redis.call('PERSIST', at .. 'c')
  redis.call('PERSIST', at .. 'r')
end
`;

/** KEYS[1] is a world; ARGV[3] how long it may idle (0: for ever). */
const WORLD = `${COMMON}
local world, idle = KEYS[1], tonumber(ARGV[3])
local gen, epoch, since, used = unpack(redis.call('HMGET', world, 'gen', 'epoch', 'since', 'used'))
if not gen or (idle > 0 and now - tonumber(used) >= idle) then return {'gone'} end
-- A server that is full or only a replica still lets itself be read.
if now - tonumber(used) > idle / 8 then redis.pcall('HSET', world, 'used', ARGV[2]) end
local at = prefix .. 'g' .. gen .. ':'
local function raise(m, id)
  local last = redis.call('HGET', m, 'id') or '0'
  if #id > #last or (#id == #last and id > last) then redis.call('HSET', m, 'id', id) end
end
local function known(c) redis.call('ZADD', at .. 'c', 'NX', redis.call('ZCARD', at .. 'c'), c) end
`;

const inWorld = (text: string): Script => scriptOf(WORLD + text);
const overall = (text: string): Script => scriptOf(COMMON + text);

/** Maximum size of a collection in one answer. */
const ONE_ANSWER = 5_000;

/**
 * A batch of queries, four arguments each → one reply for each, all read at the same moment:
 *   entity  collection, key → stored                         record  name → stored
 *   meta    collection → version, size
 *   sync    collection, generation and version of a replica → version, 'all' | 'some', keys and what they hold; 'large' for a copy in parts
 *   part    collection, cursor → next cursor, keys and what they hold
 */
export const ASK: Script = inWorld(`
local function asked(kind, a, b, x)
  local e, m = at .. 'e:' .. a, at .. 'm:' .. a
  if kind == 'entity' then return redis.call('HGET', e, b) end
  if kind == 'record' then return redis.call('HGET', at .. 'r', a) end
  if kind == 'meta' then return {redis.call('HGET', m, 'version') or '0', redis.call('HLEN', e)} end
  if kind == 'part' then return redis.call('HSCAN', e, b, 'COUNT', ${ONE_ANSWER}) end
  local version, floor = unpack(redis.call('HMGET', m, 'version', 'floor'))
  version = version or '0'
  if b ~= gen or tonumber(x) < tonumber(floor or '0') then
    if redis.call('HLEN', e) > ${ONE_ANSWER} then return {version, 'large', {}} end
    return {version, 'all', redis.call('HGETALL', e)}
  end
  local news = {}
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', at .. 'l:' .. a, '(' .. x, '+inf')) do
    news[#news + 1] = key
    news[#news + 1] = redis.call('HGET', e, key)
  end
  return {version, 'some', news}
end
local answers = {}
for i = 4, #ARGV, 4 do answers[#answers + 1] = asked(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]) end
return {'ok', gen, epoch, since, answers}`);

/** collection → id. The id stays a string, because a number of Lua would lose digits. */
export const NEXT_ID: Script = inWorld(`
known(ARGV[4])
local m = at .. 'm:' .. ARGV[4]
local done = redis.pcall('HINCRBY', m, 'id', 1)
if type(done) == 'table' and done.err then return {'spent', gen, epoch, since} end
return {'ok', gen, epoch, since, redis.call('HGET', m, 'id')}`);

/** collection, id → the last id */
export const RESERVE: Script = inWorld(`
known(ARGV[4])
local m = at .. 'm:' .. ARGV[4]
raise(m, ARGV[5])
return {'ok', gen, epoch, since, redis.call('HGET', m, 'id')}`);

/** list, values: keeps them aside for a commit that is too long for one command */
export const SET_ASIDE: Script = overall(`
for i = 4, #ARGV do redis.call('RPUSH', ARGV[3], ARGV[i]) end
redis.call('EXPIRE', ARGV[3], 60)`);

/**
 * generation, seen, most entities, list of writes set aside or nothing, number of reads,
 * reads as (kind, collection, key, stamp), writes as (kind, collection, key, version, json) → version, the place of each entity written
 */
export const COMMIT: Script = inWorld(`
if gen ~= ARGV[4] then return {'conflict', gen, epoch, since} end
local i = 9
for _ = 1, tonumber(ARGV[8]) do
  local kind, c, key, expected = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local found
  if kind == 'collection' then found = redis.call('HGET', at .. 'm:' .. c, 'version') or '0'
  elseif kind == 'record' then found = redis.call('HGET', at .. 'r', key)
  elseif kind == 'id' then found = redis.call('HGET', at .. 'm:' .. c, 'id') or '0'
  else found = redis.call('HGET', at .. 'e:' .. c, key) end
  if kind == 'record' then found = found and string.match(found, '^%d+') or '' end
  if kind == 'entity' then found = found and string.match(found, '^%d+ %d+') or '' end
  if found ~= expected then return {'conflict', gen, epoch, since} end
  i = i + 4
end
local w, first = ARGV, i
if ARGV[7] ~= '' then
  w, first = redis.call('LRANGE', ARGV[7], 0, -1), 1
  redis.call('UNLINK', ARGV[7])
end
if first > #w then return {'ok', gen, epoch, since, '0', {}} end
local added = 0
for j = first, #w, 5 do
  local there = redis.call('HEXISTS', at .. 'e:' .. w[j + 1], w[j + 2])
  if (w[j] == 'put' or w[j] == 'new') and there == 0 then added = added + 1 end
  if w[j] == 'delete' then added = added - there end
end
local entities = tonumber(redis.call('HGET', world, 'entities'))
if added > 0 and entities + added > tonumber(ARGV[6]) then return {'full', gen, epoch, since} end
local t = tick(ARGV[5])
local places = {}
for j = first, #w, 5 do
  local kind, c, key, version, json = w[j], w[j + 1], w[j + 2], w[j + 3], w[j + 4]
  local e, l, m = at .. 'e:' .. c, at .. 'l:' .. c, at .. 'm:' .. c
  if kind == 'set' then redis.call('HSET', at .. 'r', key, t .. ' ' .. json)
  elseif kind == 'id' then
    known(c)
    raise(m, json)
  elseif kind == 'unset' then redis.call('HDEL', at .. 'r', key)
  else
    known(c)
    redis.call('HSET', m, 'version', t)
    redis.call('ZADD', l, t, key)
    if kind == 'delete' then
      redis.call('HDEL', e, key)
      local dead = redis.call('HINCRBY', m, 'dead', 1)
      if dead > 1000 and dead > redis.call('HLEN', e) then
        for _, each in ipairs(redis.call('ZRANGE', l, 0, -1)) do
          if redis.call('HEXISTS', e, each) == 0 then redis.call('ZREM', l, each) end
        end
        redis.call('HSET', m, 'floor', t, 'dead', 0)
      end
    else
      local before = kind == 'put' and redis.call('HGET', e, key)
      local place = before and string.match(before, '^%d+ (%d+) ') or redis.call('HINCRBY', m, 'place', 1)
      places[#places + 1] = place
      redis.call('HSET', e, key, version .. ' ' .. place .. ' ' .. json)
    end
  end
end
redis.call('HSET', world, 'entities', entities + added, 'used', ARGV[2])
return {'ok', gen, epoch, since, t, places}`);

/** → everything: collections as (name, last id, entities …), then records */
export const DUMP: Script = inWorld(`
local all = {}
for _, c in ipairs(redis.call('ZRANGE', at .. 'c', 0, -1)) do
  all[#all + 1] = {c, redis.call('HGET', at .. 'm:' .. c, 'id') or '0', redis.call('HGETALL', at .. 'e:' .. c)}
end
return {'ok', gen, epoch, since, all, redis.call('HGETALL', at .. 'r')}`);

/** seen: back to the base */
export const RESET: Script = inWorld(`
local base = redis.call('HGET', prefix .. 'base', 'gen')
if not base then return {'gone'} end
unlink(gen)
local entities = redis.call('HGET', prefix .. 'base', 'entities')
gen, epoch, since = copied(base), epoch + 1, tick(ARGV[4])
redis.call('HSET', world, 'gen', gen, 'epoch', epoch, 'since', since, 'entities', entities)
return {'ok', gen, epoch, since}`);

/** seen, staged generation, number of its entities: from here on the world's */
export const ADOPT: Script = inWorld(`
unlink(gen)
publish(ARGV[5])
gen, epoch, since = ARGV[5], epoch + 1, tick(ARGV[4])
redis.call('HSET', world, 'gen', gen, 'epoch', epoch, 'since', since, 'entities', ARGV[6])
return {'ok', gen, epoch, since}`);

/** name, seen, most worlds, idle, lowest epoch, origin, permanent names …: makes a world from the base, if it is not there → how much it holds */
export const MAKE: Script = overall(`
local name, world = ARGV[3], prefix .. 'w:' .. ARGV[3]
expire(tonumber(ARGV[6]), 9)
if redis.call('EXISTS', world) == 0 then
  local base, origin, entities = unpack(redis.call('HMGET', prefix .. 'base', 'gen', 'origin', 'entities'))
  if not base or origin ~= ARGV[8] then return {'no base'} end
  if redis.call('ZCARD', prefix .. 'worlds') >= tonumber(ARGV[5]) then return {'full'} end
  redis.call('HSET', world, 'gen', copied(base), 'epoch', ARGV[7], 'since', tick(ARGV[4]), 'entities', entities)
  redis.call('ZADD', prefix .. 'worlds', redis.call('INCR', prefix .. 'gens'), name)
end
redis.call('HSET', world, 'used', ARGV[2])
return {'ok', unpack(redis.call('HMGET', world, 'gen', 'epoch', 'since', 'entities'))}`);

/** → a generation that is not in use yet */
export const STAGE: Script = overall('return generation()');

/**
 * generation, 'collection', name, last id, entities as (key, stored) | generation, 'record', name, stored. Gone after a while if no world adopts
 * it.
 */
export const FILL: Script = overall(`
local at = prefix .. 'g' .. ARGV[3] .. ':'
if ARGV[4] == 'record' then
  redis.call('HSET', at .. 'r', ARGV[5], ARGV[6])
  redis.call('EXPIRE', at .. 'r', 600)
  return
end
local c = ARGV[5]
local e, l, m = at .. 'e:' .. c, at .. 'l:' .. c, at .. 'm:' .. c
redis.call('ZADD', at .. 'c', 'NX', redis.call('ZCARD', at .. 'c'), c)
redis.call('HSET', m, 'id', ARGV[6])
for i = 7, #ARGV, 2 do
  redis.call('HSET', e, ARGV[i], ARGV[i + 1])
  redis.call('ZADD', l, 0, ARGV[i])
  redis.call('HINCRBY', m, 'place', 1)
end
for _, key in ipairs({at .. 'c', e, l, m}) do redis.call('EXPIRE', key, 600) end`);

/** staged generation, number of its entities, origin: the base, unless another process was first */
export const BASE: Script = overall(`
local gen, origin = unpack(redis.call('HMGET', prefix .. 'base', 'gen', 'origin'))
if gen and origin == ARGV[5] then
  unlink(ARGV[3])
  return
end
if gen then unlink(gen) end
publish(ARGV[3])
redis.call('HSET', prefix .. 'base', 'gen', ARGV[3], 'entities', ARGV[4], 'origin', ARGV[5])`);

/** idle, permanent names … → (name, entities, used) of every world */
export const WORLDS: Script = overall(`
expire(tonumber(ARGV[3]), 4)
local all = {}
for _, name in ipairs(redis.call('ZRANGE', prefix .. 'worlds', 0, -1)) do
  all[#all + 1] = {name, unpack(redis.call('HMGET', prefix .. 'w:' .. name, 'entities', 'used'))}
end
return all`);

/** name → how many were dropped */
export const DROP: Script = overall(`return drop(ARGV[3])`);
