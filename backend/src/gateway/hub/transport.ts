import type { HubTopic } from './messages.ts';

/** What a hub said, as bytes that nobody has looked at. */
export interface HubMessage {
  readonly mac: string;
  readonly kind: HubTopic;
  readonly payload: Buffer;
}

/**
 * Takes a message for good: the hub's message is acknowledged when it resolves and comes again when it rejects. It must do no harm when the same
 * message comes twice.
 */
export type HubListener = (message: HubMessage) => Promise<void>;

/** The way to the hubs: our own broker or another one. */
export interface HubTransport {
  /** Sends a command. Rejects when the broker cannot be reached. */
  send(mac: string, message: object): Promise<void>;
  close(): Promise<void>;
}
