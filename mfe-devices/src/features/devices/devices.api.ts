import type { HostApi } from '@phr/contract/host-api';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type Device, deviceCode, readDevice } from './device.entity.ts';

/** The devices of the main patient. */
export function useDevices(): PatientList<Device> {
  return usePatientList({ type: 'Device', path: () => '/Device', query: useDeviceQuery(), read: readDevice });
}

const useDeviceQuery = () => ({ patient: usePatient().main?.id, _count: 100 });

export interface CurrentDevice {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly patientId: string;
}

/**
 * Registers this browser as a login device of a patient (D-110). The host provides the id, so that retries find the
 * same device.
 */
export async function registerCurrentDevice(
  host: Pick<HostApi, 'request'>,
  { deviceId, deviceName, patientId }: CurrentDevice,
): Promise<void> {
  await host.request.send({
    service: 'phr',
    method: 'POST',
    path: '/api/phr/device/current/add',
    idempotencyKey: crypto.randomUUID(),
    body: { currentDevice: { deviceId, deviceName, deviceCode: deviceCode(deviceId) }, patientId },
  });
}

export type OwnDeviceState = 'known' | 'registering' | 'failed';

/** Registers this browser if it is missing from the loaded list. */
export function useOwnDevice(devices: PatientList<Device>): {
  readonly state: OwnDeviceState;
  readonly retry: () => void;
} {
  const host = useHost();
  const queries = useQueryClient();
  const { deviceId, deviceName } = useSettings();
  const patientId = usePatient().main?.id;
  const { mutate, isIdle, isPending, isError } = useMutation({
    mutationFn: (device: CurrentDevice) => registerCurrentDevice(host, device),
    async onSuccess(_, device) {
      host.topics.publish('device.changed', { patientId: device.patientId });
      await queries.invalidateQueries({ queryKey: ['list'] });
    },
  });

  // a host without device ids (a partner's page) has nothing to register
  const isMissing =
    deviceId !== '' &&
    devices.state === 'ready' &&
    !devices.hasMore &&
    !devices.rows.some((device) => device.deviceId === deviceId);
  const register = useCallback(() => {
    if (patientId !== undefined) mutate({ deviceId, deviceName, patientId });
  }, [mutate, deviceId, deviceName, patientId]);
  useEffect(() => {
    if (isMissing && isIdle) register();
  }, [isMissing, isIdle, register]);
  return { state: isPending ? 'registering' : isError ? 'failed' : 'known', retry: register };
}
