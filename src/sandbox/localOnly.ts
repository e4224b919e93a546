import { refused, type Reply } from './replies.ts';

/** The refusal of an address that is not this machine's: a simulator must not be taken for a payment service. */
export function refuseRemote({ hostname }: URL): Reply | undefined {
  if (isLocal(hostname)) return undefined;
  return refused(
    403,
    `This is the tillkit sandbox, which simulates payments: no card is charged. It answers on this machine only and was asked as ${hostname}. Use the real service's address, or set allowRemote if the sandbox is meant.`,
  );
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
