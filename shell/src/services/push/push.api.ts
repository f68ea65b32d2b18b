import { type Locale } from '@phr/contract/locale';
import { flag, lenientObject, list, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';
import { isNotOffered } from '../not-offered.ts';

/** What a person chooses to be told of. */
export const PUSH_KINDS = ['dangers', 'results', 'appointments', 'requests', 'devices', 'doses'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** What a person chose for one device. */
export interface PushChoices {
  /** HH:mm; null while all hours are alike. */
  readonly quiet: { readonly from: string; readonly to: string } | null;
  readonly kinds: readonly PushKind[];
  /** Kinds that pass the quiet hours. */
  readonly urgent: readonly PushKind[];
}

export interface PushDevice extends PushChoices {
  readonly id: string;
  readonly name: string;
  /** By which a device finds itself. */
  readonly endpoint: string;
}

/** What a server that tells devices offers. */
export interface PushOffer {
  /** applicationServerKey of PushManager.subscribe. */
  readonly publicKey: string;
  readonly devices: readonly PushDevice[];
}

/** In which words a device is told, and by which clock. */
export interface Surroundings {
  readonly locale: Locale;
  /** IANA name of the zone whose clock quiet hours and doses are by. */
  readonly zone: string;
}

/** What a browser gives for being told. */
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

/** What the server offers; undefined where it tells no devices. Rejects with AppError. */
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

/** Keeps a device, or what was chosen for it. Rejects with AppError. */
export async function keepDevice(
  client: Client,
  device: PushAddress & PushChoices & Surroundings & Pick<PushDevice, 'name'>,
): Promise<void> {
  await client.send({ service: 'phr', method: 'PUT', path: PATH, body: device });
}

/** Ends what is told to a device. Rejects with AppError. */
export async function endDevice(
  client: Client,
  which: Pick<PushDevice, 'id'> | Pick<PushDevice, 'endpoint'>,
): Promise<void> {
  await client.send({ service: 'phr', method: 'POST', path: `${PATH}/end`, body: which });
}

/** Says that the person is signed in on a device; false when it tells of somebody else. Rejects with AppError. */
export async function isKnownDevice(
  client: Client,
  device: Pick<PushDevice, 'endpoint'> & Surroundings,
): Promise<boolean> {
  const { body } = await client.send({ service: 'phr', method: 'POST', path: `${PATH}/seen`, body: device });
  return asKnown(body)?.known === true;
}
