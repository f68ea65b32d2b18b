import { period } from '@phr/fhir/datatypes';
import { readSearchset } from '@phr/fhir/bundle';
import { lenientObject, text } from '@phr/fhir/json';
import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';

const use = lenientObject({ status: text, timingPeriod: period, recordedOn: text });

/**
 * Since when a device is used: its earliest active use statement (DEV-19). Undefined while loading or if not recorded.
 */
export function useDeviceUse(deviceId: string) {
  const { request } = useHost();
  return useQuery({
    queryKey: ['device-use', deviceId],
    queryFn: async ({ signal }) => {
      const { body } = await request.send({
        service: 'fhir',
        method: 'GET',
        path: `/Device/${encodeURIComponent(deviceId)}/DeviceUseStatement`,
        signal,
      });
      const starts = readSearchset(body, use, 'DeviceUseStatement')
        .resources.filter(({ status }) => status === 'active')
        .map(({ timingPeriod, recordedOn }) => timingPeriod?.start ?? recordedOn);
      return starts.filter((start) => start !== undefined).toSorted()[0] ?? null;
    },
    select: (start) => start ?? undefined,
  });
}
