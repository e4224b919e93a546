import { timeInLua } from './claimScripts.ts';

const restInLua = `
local function restLeft(key, now)
  local rest = redis.call('HMGET', key, 'untilAt', 'ms')
  if not rest[1] then return 0 end
  local left, most = tonumber(rest[1]) - now, tonumber(rest[2])
  if left > most then
    redis.call('HSET', key, 'untilAt', asText(now + most))
    return most
  end
  return math.max(0, left)
end
`;

/** A slot is its time, and `|` with the message's id until its question has ended. */
const slotInLua = `
local function slotIn(text)
  local time, whose = string.match(text, '^([^|]*)(.*)$')
  return tonumber(time), whose
end
`;

/**
 * The arithmetic of pollTurns.ts. What lies far in the future, since a clock was set back, counts as now.
 * KEYS: message, slots, wanted, asked, rest, rest of the strange. ARGV: message id, limit, windowMs, minGapMs, time.
 */
export const askForScript = `${timeInLua}${restInLua}${slotInLua}
local id, limit, window, minGap = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local now = timeFor(ARGV[5])
local horizon = math.max(window, minGap)
local lifetime = math.ceil(horizon) + 60000

local known = redis.call('HMGET', KEYS[1], 'body', 'isFinal', 'at')
local place = known[3] and id or ''
local ageMs = known[3] and asText(math.max(0, now - tonumber(known[3])))
if known[2] == '1' then return {0, 0, known[1], known[2], ageMs} end

local slots, isMoved = {}, false
for _, text in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  local slot, whose = slotIn(text)
  if slot > now + window then slot, isMoved = now, true end
  if slot + window > now then slots[#slots + 1] = asText(slot) .. whose end
end
if isMoved then
  redis.call('DEL', KEYS[2])
  redis.call('RPUSH', KEYS[2], unpack(slots))
  redis.call('PEXPIRE', KEYS[2], lifetime)
end

redis.call('ZREMRANGEBYSCORE', KEYS[3], asText(now + horizon), '+inf')
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', asText(now - horizon))) do
  redis.call('ZREM', KEYS[3], old)
  redis.call('ZREM', KEYS[4], old)
end
redis.call('ZADD', KEYS[3], asText(now), place)
redis.call('PEXPIRE', KEYS[3], lifetime)
local wanted = redis.call('ZCARD', KEYS[3])

local lastAskedAt = tonumber(redis.call('ZSCORE', KEYS[4], place) or nil)
if lastAskedAt and lastAskedAt > now + horizon then
  lastAskedAt = now
  redis.call('ZADD', KEYS[4], asText(now), place)
end

local waitMs = restLeft(KEYS[5], now)
if not known[3] then waitMs = math.max(waitMs, restLeft(KEYS[6], now)) end
if lastAskedAt then
  local fairShare = (known[3] and wanted or 4) * window / limit
  local held = wanted > limit and 1 or math.max(0, 2 * #slots / limit - 1)
  local gap = math.max(minGap, fairShare * held)
  waitMs = math.max(waitMs, lastAskedAt + gap - now)
end
local oldest = slots[#slots - limit + 1]
if oldest then waitMs = math.max(waitMs, slotIn(oldest) + window - now) end
if waitMs > 0 then return {0, math.ceil(waitMs), known[1], known[2], ageMs} end

redis.call('RPUSH', KEYS[2], asText(now) .. '|' .. id)
redis.call('LTRIM', KEYS[2], -#slots - 1, -1)
redis.call('PEXPIRE', KEYS[2], lifetime)
redis.call('ZADD', KEYS[4], asText(now), place)
redis.call('PEXPIRE', KEYS[4], lifetime)
return {1, 0, known[1], known[2], ageMs}
`;

/** KEYS: slots. ARGV: message id, time. The latest slot of the message that has not ended counts from now on. */
export const pollEndedScript = `${timeInLua}${slotInLua}
local slots = redis.call('LRANGE', KEYS[1], 0, -1)
for index = #slots, 1, -1 do
  local _, whose = slotIn(slots[index])
  if whose == '|' .. ARGV[1] then
    redis.call('RPUSH', KEYS[1], asText(timeFor(ARGV[2]))) -- first: an empty list would lose its lifetime
    redis.call('LREM', KEYS[1], -1, slots[index])
    return 1
  end
end
return 0
`;

/**
 * KEYS: message, wanted, asked. ARGV: message id, keepMs, body, isFinal, time. A result is not replaced by what came before it; an
 * empty body drops it. Gives whether there was something. What was strange until then was asked about just now.
 */
export const keepMessageScript = `${timeInLua}
local before = redis.call('HGET', KEYS[1], 'isFinal')
if before == '1' and ARGV[4] ~= '1' and ARGV[3] ~= '' then return 1 end
redis.call('HSET', KEYS[1], 'body', ARGV[3], 'isFinal', ARGV[4], 'at', asText(timeFor(ARGV[5])))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
if ARGV[4] == '1' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
elseif not before and ARGV[3] ~= '' then
  for _, key in ipairs({KEYS[2], KEYS[3]}) do
    redis.call('ZADD', key, asText(timeFor(ARGV[5])), ARGV[1])
    if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, 3600000) end
  end
end
return before and 1 or 0
`;

/** KEYS: message, rest, rest of the strange. ARGV: ms, time. */
export const restScript = `${timeInLua}${restInLua}
local now = timeFor(ARGV[2])
local key = redis.call('EXISTS', KEYS[1]) == 1 and KEYS[2] or KEYS[3]
if tonumber(ARGV[1]) > restLeft(key, now) then
  redis.call('HSET', key, 'untilAt', asText(now + ARGV[1]), 'ms', ARGV[1])
  redis.call('PEXPIRE', key, math.ceil(ARGV[1]) + 60000)
end
return 0
`;
