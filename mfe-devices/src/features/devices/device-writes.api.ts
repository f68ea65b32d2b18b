import type { HttpMethod } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { text, lenientObject } from '@phr/fhir/json';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A device in the server's format. */
export interface DeviceBody {
  readonly patientId: string;
  readonly name: string;
  readonly type: string;
  readonly funcType?: string;
  readonly techType?: 'BLE';
  readonly mac?: string;
  readonly serialNumber?: string;
  readonly manufacturer?: string;
  readonly usingMode?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly parent?: { readonly id: string; readonly mac: string; readonly type: string };
}

/** A change of a patient's devices. `key` makes retries safe. */
export type DeviceWrite =
  | { readonly kind: 'add' | 'add-meter'; readonly body: DeviceBody; readonly key: string }
  | { readonly kind: 'update'; readonly body: DeviceBody & { readonly id: string }; readonly key: string }
  | { readonly kind: 'remove'; readonly id: string; readonly patientId: string; readonly key: string };

const WAYS: Readonly<Record<Exclude<DeviceWrite['kind'], 'remove'>, readonly [HttpMethod, string]>> = {
  add: ['POST', '/api/phr/device'],
  'add-meter': ['POST', '/api/phr/device/hub-ble'],
  update: ['PUT', '/api/phr/device'],
};
const answerWithId = lenientObject({ id: text });

/**
 * Adds, changes or removes a device, refetches the lists and notifies the page. Resolves to the device's id. Never
 * queued.
 */
export function useDeviceWrite() {
  const { request, topics } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (write: DeviceWrite): Promise<string | undefined> => {
      const [method, path]: readonly [HttpMethod, string] =
        write.kind === 'remove' ? ['DELETE', `/api/phr/device/${encodeURIComponent(write.id)}`] : WAYS[write.kind];
      const answer = await request.send({
        service: 'phr',
        method,
        path,
        idempotencyKey: write.key,
        ...(write.kind === 'remove' ? {} : { body: write.body }),
      });
      return answerWithId(answer.body)?.id;
    },
    async onSuccess(_, write) {
      topics.publish('device.changed', { patientId: write.kind === 'remove' ? write.patientId : write.body.patientId });
      await queries.invalidateQueries({ queryKey: ['list'] });
    },
  });
}
