import { type Locale } from '@phr/contract/locale';
import { flag, lenientObject, list, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';
import { isNotOffered } from '../not-offered.ts';

/** Kinds of push notifications a person can choose. */
export const PUSH_KINDS = ['dangers', 'results', 'appointments', 'requests', 'devices', 'doses'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** A person's choices for one device. */
export interface PushChoices {
  /** HH:mm; null if there are no quiet hours. */
  readonly quiet: { readonly from: string; readonly to: string } | null;
  readonly kinds: readonly PushKind[];
  /** Kinds exempt from quiet hours. */
  readonly urgent: readonly PushKind[];
}

export interface PushDevice extends PushChoices {
  readonly id: string;
  readonly name: string;
  /** Identifies the device. */
  readonly endpoint: string;
}

/** Offer of a server that supports push. */
export interface PushOffer {
  /** applicationServerKey of PushManager.subscribe. */
  readonly publicKey: string;
  readonly devices: readonly PushDevice[];
}

/** Language and clock for a device's notifications. */
export interface DeviceLocale {
  readonly locale: Locale;
  /** IANA zone used for quiet hours and doses. */
  readonly zone: string;
}

/** A browser's push subscription. */
export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const PATH = '/api/phr/push';
const asOffer = lenientObject({
  publicKey: text,
  devices: list(
    lenientObject({
      id: text,
      name: text,
      endpoint: text,
      quiet: lenientObject({ from: text, to: text }),
      kinds: list(text),
      urgent: list(text),
    }),
  ),
});
const asKnown = lenientObject({ known: flag });
const kindsIn = (found: readonly string[] | undefined): readonly PushKind[] =>
  PUSH_KINDS.filter((kind) => found?.includes(kind) === true);

/** The server's offer; undefined if it does not support push. Rejects with AppError. */
export async function fetchOffer(client: Client, signal?: AbortSignal): Promise<PushOffer | undefined> {
  try {
    const { body } = await client.send({ service: 'phr', method: 'GET', path: PATH, ...(signal && { signal }) });
    const offer = asOffer(body);
    if (offer?.publicKey === undefined) return undefined;
    const devices = (offer.devices ?? []).flatMap(({ id, name = '', endpoint, quiet, kinds, urgent }) =>
      id === undefined || endpoint === undefined
        ? []
        : [
            {
              ...{ id, name, endpoint },
              quiet: quiet?.from === undefined || quiet.to === undefined ? null : { from: quiet.from, to: quiet.to },
              kinds: kindsIn(kinds),
              urgent: kindsIn(urgent),
            },
          ],
    );
    return { publicKey: offer.publicKey, devices };
  } catch (error) {
    if (isNotOffered(error)) return undefined;
    throw error;
  }
}

/** Stores a device or its choices. Rejects with AppError. */
export async function saveDevice(
  client: Client,
  device: PushAddress & PushChoices & DeviceLocale & Pick<PushDevice, 'name'>,
): Promise<void> {
  await client.send({ service: 'phr', method: 'PUT', path: PATH, body: device });
}

/** Stops notifications to a device. Rejects with AppError. */
export async function endDevice(
  client: Client,
  which: Pick<PushDevice, 'id'> | Pick<PushDevice, 'endpoint'>,
): Promise<void> {
  await client.send({ service: 'phr', method: 'POST', path: `${PATH}/end`, body: which });
}

/** Marks the person as signed in on a device; false if it is subscribed for someone else. Rejects with AppError. */
export async function isKnownDevice(
  client: Client,
  device: Pick<PushDevice, 'endpoint'> & DeviceLocale,
): Promise<boolean> {
  const { body } = await client.send({ service: 'phr', method: 'POST', path: `${PATH}/seen`, body: device });
  return asKnown(body)?.known === true;
}
