import type { HubTopic } from './messages.ts';

/** A raw hub message. */
export interface HubMessage {
  readonly mac: string;
  readonly kind: HubTopic;
  readonly payload: Buffer;
}

/** Stores a message: resolving acknowledges it, rejecting causes a resend. Must be idempotent. */
export type HubListener = (message: HubMessage) => Promise<void>;

/** Transport to hubs: the embedded broker or another. */
export interface HubTransport {
  /** Sends a command. Rejects when the broker cannot be reached. */
  send(mac: string, message: object): Promise<void>;
  close(): Promise<void>;
}
