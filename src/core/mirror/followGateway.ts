import type { PageLifecycle } from '../pageLifecycle.ts';
import type { Clock } from '../time.ts';
import { createConnectionHealth } from './connectionHealth.ts';
import type { GatewayClient } from './gatewayClient.ts';
import type { MirrorRows } from './mirrorRows.ts';
import { createReadRounds } from './readRounds.ts';
import { createRecordReads } from './recordReads.ts';
import { createRecordStream, isMultiplexed, type StreamUpdate, streamSilenceMs } from './recordStream.ts';

interface FollowContext {
  client: GatewayClient;
  clock: Clock;
  page: PageLifecycle;
  random: () => number;
  rows: MirrorRows;
  /** Called after each attempt to read the lists; `isRead` says whether it succeeded. */
  onLists: (isRead: boolean) => Promise<void>;
  /** Called when an order has changed by something other than an operation. */
  onOrder: () => void;
}

/** How often `lastCheckedAt` is updated by heartbeats of the stream (ms). */
const aliveMs = 1000;

/** Keeps the rows current: by the gateway's stream, by reading open operations while it is down, by the lists after a gap. */
export function followGateway({ client, clock, page, random, rows, onLists, onOrder }: FollowContext) {
  /** Shows the state of the connection and when the next check is due. */
  const show = () => {
    const { connection, heardAt } = health.state;
    const nextInMs = stream.stands() ? streamSilenceMs : Math.max(0, rounds.plannedAt() - clock.monotonic());
    const nextCheckAt = nextInMs === Infinity ? undefined : clock.now() + nextInMs;
    rows.setConnection({ connection, lastCheckedAt: heardAt, nextCheckAt });
  };
  const onAnswer = (error?: unknown) => {
    if (health.onAnswer(error)) show();
  };
  const onStreamUpdate = (update: StreamUpdate) => {
    switch (update.type) {
      case 'operation':
        health.heard();
        rows.take(update.operation);
        return undefined;
      case 'order':
        health.heard();
        if (update.isPaid) rows.orderPaid(update.order);
        return onOrder();
      case 'up':
        reads.addGap();
        health.heard();
        if (update.now !== undefined) rows.setTime(update.now);
        void rounds.readLists();
        rounds.plan();
        return show();
      case 'down':
        rounds.plan();
        // A proxy may block streams only, so the lists tell whether the gateway is away.
        if (update.isFirstFailure && health.state.restUntil <= clock.monotonic()) void rounds.readLists();
        return show();
      case 'alive':
        if (clock.now() - (health.state.heardAt ?? 0) < aliveMs) return undefined;
        health.heard();
        return show();
    }
  };
  const stream = createRecordStream({ client, clock, random, onUpdate: onStreamUpdate });
  const isActive = () => rounds.isActive();
  const health = createConnectionHealth({ client, clock, isActive, onNewHeaders: () => hurry() });
  const reads = createRecordReads({ client, clock, rows, onAnswer, onLists });
  const isStreaming = stream.stands;
  const rounds = createReadRounds({ clock, page, rows, reads, health, isStreaming, onPlanned: show });

  const mayStream = () => page.isVisible() || isMultiplexed(client.origin());
  const hurry = () => {
    if (!isActive()) return;
    health.endRest();
    reads.forgetAsked();
    stream.wake();
    if (!stream.stands()) void rounds.readLists();
    void rounds.run();
  };
  const deactivate = () => {
    stream.close();
    rounds.end();
  };
  const stops = [
    page.onHide?.((isLeft) => {
      if (isActive() && (isLeft || !mayStream())) stream.rest(isLeft);
    }),
    page.onWake(() => {
      if (mayStream()) hurry();
    }),
    reads.stop,
    rows.subscribe(rounds.plan),
  ];

  return {
    stands: stream.stands,
    onAnswer,
    isAway: health.isAway,
    /** Reads everything at once: an operator pressed something. */
    hurry,
    ask: reads.ask,
    readLists: rounds.readLists,
    activate() {
      if (isActive()) return;
      if (mayStream()) stream.open();
      else stream.rest(false);
      rounds.begin();
    },
    deactivate,
    stop: () => {
      deactivate();
      stops.forEach((stop) => stop?.());
    },
  };
}
