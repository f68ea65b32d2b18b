import type { TopicMap, TopicPort } from '@phr/contract/host-api';
import type { Texts } from '../core/texts.tsx';
import type { SessionParts } from './session-parts.ts';
import { whenQuiet } from './when-quiet.ts';
import { withLock } from '../services/auth/locks.ts';
import { createDrafts } from '../services/drafts/drafts.ts';
import { createCurrentDeviceApi, type CurrentDeviceApi } from '../services/device/current-device.api.ts';
import { createDeviceProperties } from '../services/device/device-properties.model.ts';
import { createPatientApi } from '../services/patient/patient.api.ts';
import { createPatients, type PatientMemory } from '../services/patient/patient.model.ts';
import { followGlucoseUnit } from '../services/device/glucose-unit.ts';
import { type Prefetcher, createPrefetcher } from '../services/host/prefetcher.ts';
import { createNotifications, type Notifications } from '../services/host/notify.ts';
import { sealedDevice } from '../services/host/sealed-texts.ts';
import { sharedDevice } from '../services/host/shared-device.ts';
import { localStore } from '../services/host/storage.ts';
import { derive } from '../services/derive.ts';
import { deliveryNotice } from '../services/outbox/delivery-notice.ts';
import { createOutbox, type Outbox } from '../services/outbox/outbox.ts';
import { createRealtime, type RealtimeOptions } from '../services/realtime/realtime.ts';
import { createTopics } from '@phr/loader/topics';
import { navigateTo } from '../core/navigate-to.ts';

/** The person on screen, and everything sent and received for the record. */
export type RecordParts = ReturnType<typeof openRecord>;

/**
 * Opens everything built on a session: the person on screen, device settings, notices, drafts, the outbox, the live
 * connection.
 */
export function openRecord(session: SessionParts, texts: () => Texts) {
  const { auth, client, log, navigation, settings, vault } = session;
  const memory = patientMemory(() => auth.account());
  const patients = createPatients({
    api: createPatientApi(client, async () => (await auth.discovery()).userinfoEndpoint, session.identity),
    memory,
    onMain(mainId) {
      if (!sharedDevice.read()) sealedDevice.prepare();
      deviceProperties.readAhead(mainId);
    },
  });
  const currentDevice = createCurrentDeviceApi(client, settings.settings.get, {
    recall: (patientId) => sharedDevice.persons.get(`phr.device.${patientId}`),
    remember: (patientId, deviceId) => sharedDevice.persons.set(`phr.device.${patientId}`, deviceId),
  });
  const deviceProperties = createDeviceProperties(currentDevice, patients.context);
  followGlucoseUnit(deviceProperties.state, settings);
  const notifications = createNotifications(Date.now, undefined, {
    label: () => texts().t('noti.open'),
    open: (place) => navigateTo({ navigation, patients }, place),
  });
  const topics = createTopics(patients.context, (error) => log.error('topic.listener', error));
  const drafts = createDrafts({
    vault: vault.open,
    lastKeys: async (opened) =>
      (await import(/* webpackChunkName: "add" */ '../services/drafts/draft-journal.ts')).openDraftJournal(
        opened,
        localStore,
      ),
    viewedId: () => patients.context.get().viewed?.id,
    now: Date.now,
    onFault: (error) => log.error('drafts', error),
  });
  const ahead = createPrefetcher(client);
  const outbox = outboxOf(session, { texts, topics, notifications, ahead });
  const isSignedIn = derive(auth.status, (status) => status === 'signed-in');
  const realtime = realtimeOf(session, {
    texts,
    topics,
    notifications,
    currentDevice,
    isSignedIn,
    patient: patients.context,
  });
  /** Last known main patient and person on screen. */
  const lastPersons = () => {
    const mainId = memory.recallAccount()?.mainId;
    return mainId === undefined ? undefined : { mainId, viewedId: memory.recall(mainId) ?? mainId };
  };
  return {
    ahead,
    lastPersons,
    patients,
    deviceProperties,
    notifications,
    topics,
    drafts,
    outbox,
    isSignedIn,
    realtime,
  };
}

/** Ids remembered on the device, keyed by account and main patient. */
function patientMemory(account: () => string | undefined): PatientMemory {
  const { persons } = sharedDevice;
  return {
    recall: (mainId) => persons.get(`phr.context.${mainId}`),
    remember: (mainId, viewedId) => persons.set(`phr.context.${mainId}`, viewedId),
    recallAccount() {
      const kept = persons.get(`phr.context.of.${account()}`)?.split(' ') ?? [];
      const [boxUser, mainId, otherIds = '', relatedPersonIds = ''] = kept;
      if (boxUser === undefined || mainId === undefined) return undefined;
      return { boxUser, mainId, otherIds: idsIn(otherIds), relatedPersonIds: idsIn(relatedPersonIds) };
    },
    rememberAccount: ({ boxUser, mainId, otherIds, relatedPersonIds }) =>
      persons.set(
        `phr.context.of.${account()}`,
        [boxUser, mainId, otherIds.join(','), relatedPersonIds.join(',')].join(' '),
      ),
  };
}

const idsIn = (text: string): readonly string[] => text.split(',').filter((id) => id !== '');

interface News {
  readonly texts: () => Texts;
  readonly topics: TopicPort;
  readonly notifications: Notifications;
}

/** The outbox; outcomes are announced in all tabs. */
function outboxOf(
  { auth, client, connection, log, vault }: SessionParts,
  { texts, topics, notifications, ahead }: News & { readonly ahead: Pick<Prefetcher, 'forget'> },
): Outbox {
  const tell = <K extends keyof TopicMap>({ topic, event }: { readonly topic: K; readonly event: TopicMap[K] }) =>
    topics.publish(topic, event);
  const outboxNews = new BroadcastChannel('phr.outbox');
  const outbox = createOutbox({
    vault: vault.open,
    client,
    exclusive: (task) => withLock(`phr.outbox.${auth.account()}`, task),
    broadcast: () => outboxNews.postMessage('changed'),
    onSent: ({ queue }, { isLate, body }) => {
      ahead.forget();
      if (queue.publish !== undefined) tell(queue.publish);
      const news = isLate ? deliveryNotice(queue, body) : undefined;
      if (news !== undefined) notifications.show(news);
    },
    onRefused: ({ queue }) =>
      notifications.show({ type: 'error', title: texts().t('outbox.review'), description: queue.title }),
    onFault: (error) => log.error('outbox', error),
    isOnline: connection.online.get,
    now: Date.now,
    log,
  });
  outboxNews.addEventListener('message', () => void outbox.refresh());
  return outbox;
}

/** The live connection; its code loads after the first screen. */
function realtimeOf(
  { auth, client, log, registry, settings, words }: SessionParts,
  {
    texts,
    topics,
    notifications,
    currentDevice,
    ...session
  }: News & Pick<RealtimeOptions, 'isSignedIn' | 'patient'> & { readonly currentDevice: CurrentDeviceApi },
) {
  return createRealtime({
    load: () =>
      Promise.all([words, whenQuiet()])
        .then(() => import(/* webpackChunkName: "socket" */ '../services/realtime/socket.ts'))
        .then(({ messages, openSocketFor }) => ({
          open: openSocketFor(client, notifications.unread, () => settings.settings.get().locale),
          messages,
        })),
    tokens: auth,
    tokenVersion: auth.tokenVersion,
    ...session,
    topics,
    onSerial: registry.heard,
    onFault: (error) => log.error('realtime', error),
    // on failure it is registered at the next connection; the live connection itself does not depend on it
    onConnected: (patientId, socketId) => void currentDevice.registerSocket(patientId, socketId).catch(() => undefined),
    onToast: (toast) =>
      void import(/* webpackChunkName: "server-notice" */ '../services/realtime/server-notice.ts')
        .then(
          ({ inWords }) => inWords(toast, texts().find),
          () => toast,
        )
        .then(notifications.showFromServer),
  });
}
