/** Redis' own time, or the one that is given (epoch ms). */
export const timeInLua = `
local function timeFor(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
end
local function asText(ms) return string.format('%.3f', ms) end
`;

/**
 * Since when no id was lost, so far as Redis can tell: it begins anew with another process of Redis, with empty data, and where
 * ids were kept for less time. Gives the eviction policy instead where that may throw ids away.
 */
const knownInLua = `
local function infoAbout(section, pattern)
  local info = redis.pcall('INFO', section)
  return type(info) == 'string' and string.match(info, pattern) or ''
end
local function knownSince(key, keepMs, now)
  local policy = infoAbout('memory', 'maxmemory_policy:(%S+)')
  if policy ~= '' and policy ~= 'noeviction' then
    redis.call('DEL', key)
    return nil, policy
  end
  local run = infoAbout('server', 'run_id:(%w+)')
  local held = redis.call('HMGET', key, 'at', 'run', 'keepMs')
  local since = held[1] and held[2] == run and tonumber(held[1]) or now
  local heldKeepMs = tonumber(held[3] or keepMs)
  if heldKeepMs < keepMs then since = math.max(since, now - heldKeepMs) end
  if asText(since) ~= held[1] or run ~= held[2] or heldKeepMs ~= keepMs then
    redis.call('HSET', key, 'at', asText(since), 'run', run, 'keepMs', keepMs)
  end
  return math.min(since, now)
end
`;

/** KEYS: since. ARGV: keepMs, time. */
export const knownScript = `${timeInLua}${knownInLua}
local now = timeFor(ARGV[2])
local since, policy = knownSince(KEYS[1], tonumber(ARGV[1]), now)
if policy then return {'evicts', policy} end
return {'known', math.floor(math.min(tonumber(ARGV[1]), now - since))}
`;

const ageInLua = `
local function ageOf(at, now) return asText(math.max(0, now - tonumber(at or 0))) end
`;

/** KEYS: operation, since. ARGV: keepMs, time, entry. */
export const claimScript = `${timeInLua}${knownInLua}${ageInLua}
local now = timeFor(ARGV[2])
local _, policy = knownSince(KEYS[2], tonumber(ARGV[1]), now)
if policy then return {'evicts', policy} end
local held = redis.call('HMGET', KEYS[1], 'entry', 'answer', 'at')
if held[1] then return {'held', held[1], held[2], ageOf(held[3], now)} end
redis.call('HSET', KEYS[1], 'entry', ARGV[3], 'at', asText(now))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return {'claimed'}
`;

/** KEYS: operation. ARGV: answer. */
export const answerScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'answer', ARGV[1])
return 1
`;

/** KEYS: operation. ARGV: time. */
export const findScript = `${timeInLua}${ageInLua}
local held = redis.call('HMGET', KEYS[1], 'entry', 'answer', 'at')
return {held[1], held[2], ageOf(held[3], timeFor(ARGV[1]))}
`;
