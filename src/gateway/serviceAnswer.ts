/** What the service answered: without its headers, but for the few that matter, and without any secret. */
export interface ServiceAnswer {
  status: number;
  body: string;
  headers: Headers;
  /** The status with which the service refused the gateway's own headers; the rest is what a page is told instead. */
  refusedStatus?: number | undefined;
}
