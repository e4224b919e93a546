import type { AxiosAdapter, AxiosInstance } from 'axios';
import type { Fetcher } from 'tillkit/core';

/** Sends through axios, so that each request has its token. A Request with a body can be sent once only. */
export function axiosFetcher(api: AxiosInstance, send: Fetcher = fetch): Fetcher {
  return async (request, init) => {
    const { url, method } = request;
    const headers = Object.fromEntries(request.headers);
    const adapter: AxiosAdapter = async (config) => {
      const data = await send(new Request(request, { headers: config.headers.toJSON(true) }), init);
      return { data, status: data.status, statusText: '', headers: {}, config };
    };
    return (await api.request<Response>({ url, method, headers, adapter })).data;
  };
}
