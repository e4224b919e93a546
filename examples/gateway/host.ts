const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};

/** What is yours, from your environment or your vault. None of it is ever in a page. */
export const settings = () => ({
  /** The payment service. */
  baseUrl: setting('PAYMENTS_URL'),
  authorization: setting('PAYMENTS_AUTHORIZATION'),
  /** Where your dashboard is served from, as https://till.example. */
  origin: setting('TILL_ORIGIN'),
  /** A file on a disk that stays. */
  storePath: setting('PAYMENTS_STORE'),
});

/** Put your own sign-in here. This one knows one till, by a cookie that it was given. */
export function signedIn(request: Request): { subject: string } | false {
  const [, token] = /(?:^|; )till=([\w-]{32,})(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? [];
  return token === setting('TILL_TOKEN') && { subject: 'till-1' };
}
