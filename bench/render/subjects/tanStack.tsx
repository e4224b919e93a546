import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { tickMs } from '../plan.ts';
import { row } from '../row.tsx';
import { type Answer, ask, type Transport } from '../transport.ts';

interface TrackerProps {
  id: string;
  transport: Transport;
  stops: boolean;
}

/** A query per tracker that selects the status. With `stops`, polling ends once the message is final. */
export const tanStack = (stops: boolean) => (transport: Transport) => (
  <QueryClientProvider client={new QueryClient()}>
    {transport.ids.map((id) => (
      <Tracker key={id} id={id} transport={transport} stops={stops} />
    ))}
  </QueryClientProvider>
);

const statusOf = ({ status }: Answer) => status;

function Tracker({ id, transport, stops }: TrackerProps) {
  const { data } = useQuery({
    queryKey: ['processed-message', id],
    queryFn: () => ask(transport, id),
    select: statusOf,
    refetchInterval: ({ state }) => (stops && state.data?.status === 'complete' ? false : tickMs),
  });
  return row(id, data);
}
