const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};

/** Your settings, from your environment or your vault. None of them may ever reach a page. */
export const settings = () => ({
  /** The payment service. */
  baseUrl: setting('PAYMENTS_URL'),
  authorization: setting('PAYMENTS_AUTHORIZATION'),
  /** Where your dashboard is served from, such as https://till.example. */
  origin: setting('TILL_ORIGIN'),
  /** A file on a persistent disk. */
  storePath: setting('PAYMENTS_STORE'),
});

/** Replace this with your own sign-in. This one knows one till, by a cookie. */
export function signedIn(request: Request): { subject: string } | false {
  const [, token] = /(?:^|; )till=([\w-]{32,})(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? [];
  return token === setting('TILL_TOKEN') && { subject: 'till-1' };
}
