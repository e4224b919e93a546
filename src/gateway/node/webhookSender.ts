import dns from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ConfigurationError } from '../../core/errors.ts';
import type { SendWebhook } from '../webhooks.ts';

export interface WebhookSenderOptions {
  /** Hosts in your own network that are allowed to get webhooks, such as `erp.internal` or an IP address. */
  allowedHosts?: readonly string[] | undefined;
  /** The certificate of your own certificate authority, as PEM. Default: those that Node trusts. */
  ca?: string | undefined;
  /**
   * Resolves host names. By default, asks the DNS servers of this machine; for `allowedHosts`, calls `dns.lookup`. The
   * IP addresses are checked, except those of `allowedHosts`.
   */
  lookup?: LookupFunction | undefined;
}

/** Sends webhooks only to public IP addresses and to `allowedHosts`. Follows no redirect, and reads no body. */
export function webhookSender({ allowedHosts = [], ca, lookup }: WebhookSenderOptions = {}): SendWebhook {
  if (!Array.isArray(allowedHosts))
    throw new ConfigurationError('allowedHosts', 'allowedHosts must be a list of host names.');
  const allowed = new Set(allowedHosts.map(hostnameOf));
  return async ({ url, headers, body, signal }) => {
    const address = new URL(url);
    const hostname = address.hostname.replace(/^\[|\]$/g, '');
    const isAllowed = allowed.has(address.hostname);
    // An IP address in the URL is used without a lookup, so it is checked here.
    const isPrivate = isIP(hostname) !== 0 && !isPublicIpAddress(hostname);
    if (!isAllowed && isPrivate) throw notAllowed(hostname);
    if (!isAllowed && address.protocol !== 'https:')
      throw new ConfigurationError(
        'webhooks.url',
        `The url of the webhook at ${hostname} must begin with https://, so nothing was sent. If the host is yours, add it to allowedHosts.`,
      );
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: isAllowed ? (lookup ?? dns.lookup) : publicLookup(lookup ?? askDnsServers),
      // Each request has its own connection: a reused one may have been opened without these checks, or be closing.
      agent: false,
      signal,
      ca,
      rejectUnauthorized: true,
    };
    const request = address.protocol === 'https:' ? requestHttps : requestHttp;
    return statusOf(request(address, options), body);
  };
}

/** A receiver that sends these without end would keep this process busy until the timeout. */
const mostInterimAnswers = 10;

function statusOf(request: ReturnType<typeof requestHttps>, body: string): Promise<number> {
  return new Promise((done, fail) => {
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= mostInterimAnswers) return;
      fail(new Error('Too many interim answers.'));
      request.destroy();
    });
    request.once('response', (response) => {
      done(response.statusCode ?? 0);
      request.destroy();
    });
    request.on('error', fail);
    request.once('close', () => fail(new Error('No answer.')));
    request.end(body);
  });
}

/**
 * Asks the DNS servers directly. Node's own `lookup` would occupy one of two threads until an answer comes. The payment
 * service's name needs these threads too, so a receiver whose name is not answered would hold up payments.
 */
const askDnsServers: LookupFunction = (hostname, _options, callback) => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers(dns.getServers()); // the host may have set others than the machine's
  const found: dns.LookupAddress[] = [];
  let left = 2;
  const take = (family: number) => (error: NodeJS.ErrnoException | null, addresses: string[] | undefined) => {
    for (const address of addresses ?? []) found.push({ address, family });
    left -= 1;
    if (left === 0) callback(found.length > 0 ? null : error, found);
  };
  resolver.resolve4(hostname, take(4));
  resolver.resolve6(hostname, take(6));
};

/** Wraps `lookup` so that it fails for a host name with an IP address that is not public. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicIpAddress(address))) {
        return callback(notAllowed(hostname), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function notAllowed(hostname: string): ConfigurationError {
  return new ConfigurationError(
    'allowedHosts',
    `${hostname} is not on the public internet, so nothing was sent. If it is yours, add it to allowedHosts.`,
  );
}

function hostnameOf(host: string): string {
  const address = `https://${isIP(host) === 6 ? `[${host}]` : host}/`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.href === `https://${url.hostname}/`) return url.hostname;
  throw new ConfigurationError('allowedHosts', `"${host}" is not a host name. Write it without a port.`);
}

const privateV4 = /*#__PURE__*/ blockList('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carriers' NAT; metadata service of Alibaba
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's own services
  ['169.254.0.0', 16], // link-local; metadata service of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // IETF protocols; metadata service of Oracle
  ['192.0.2.0', 24], // for documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmark tests
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast, reserved, broadcast
]);
const globalV6 = /*#__PURE__*/ blockList('ipv6', [['2000::', 3]]);
const specialV6 = /*#__PURE__*/ blockList('ipv6', [
  ['2001::', 23], // IETF protocols: Teredo, ORCHID and others
  ['2001:db8::', 32], // for documentation
  ['2002::', 16], // 6to4, which holds an IPv4 address
  ['3fff::', 20], // for documentation
]);
const mapped = /*#__PURE__*/ blockList('ipv6', [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96], // NAT64: IPv4 addresses as an IPv6-only network sees them
]);

/** Whether an IP address is public: not of a private network, of this machine or of a cloud's metadata service. */
export function isPublicIpAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateV4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  if (mapped.check(address, 'ipv6')) return isPublicIpAddress(lastFourBytes(address));
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** The IPv4 address in the last bytes of an IPv6 address. */
function lastFourBytes(address: string): string {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family);
  return list;
}
