import axios from 'axios';

interface Token {
  token: string;
  /** Epoch ms. */
  renewAt: number;
}

let known: Token | undefined;
let renewal: Promise<Token> | undefined;

/** One renewal at a time, whatever asks for it. */
async function renew(): Promise<Token> {
  renewal ??= axios
    .post<{ token: string; expiresIn: number }>('/api/token')
    .then(({ data: { token, expiresIn } }) => ({ token, renewAt: Date.now() + expiresIn * 800 }))
    .finally(() => (renewal = undefined));
  known = await renewal;
  return known;
}

/** The shop's API. Renews its token before it expires. */
export const api = axios.create({ validateStatus: () => true });

api.interceptors.request.use(async (config) => {
  const { token } = known && Date.now() < known.renewAt ? known : await renew();
  config.headers.set('authorization', `Bearer ${token}`);
  return config;
});

/** After a 401 the token is renewed. Only a read is sent again: a POST may have had an effect. */
api.interceptors.response.use(async (response) => {
  const { status, config } = response;
  if (status !== 401) return response;
  const { token } = await renew();
  if (config.method !== 'get') return response;
  config.headers.set('authorization', `Bearer ${token}`);
  return axios.request(config); // not through `api`, so once
});
