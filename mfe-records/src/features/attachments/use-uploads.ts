import type { Notice } from '@phr/contract/host-api';
import { errorNotice } from '@phr/http/error-notice';
import { filePath, orNothing, type StoredFile, uploadFile } from '@phr/http/stored-file';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendFile } from '@phr/http/send-file';

/** An upload in progress or failed. */
export interface Upload {
  readonly uid: string;
  readonly file: File;
  /** Progress, 0 to 1. */
  readonly share: number;
  /** Error text. */
  readonly failure?: string;
}

export interface Uploads {
  readonly all: readonly Upload[];
  /** An upload is in progress. */
  readonly isBusy: boolean;
  /** Something that was chosen did not get there. */
  readonly hasFailed: boolean;
  start(files: readonly File[]): void;
  /** Cancels an upload, or removes a failed one. */
  drop(uid: string): void;
  retry(uid: string): void;
  /** Subscribes to completed uploads; returns the unsubscribe function. */
  receive(listener: (file: StoredFile) => void): () => void;
}

/** Concurrent uploads: signed URLs expire after five minutes, so hundreds of files each request theirs in turn. */
const AT_ONCE = 4;

/**
 * Uploads files as soon as they are selected.
 * @param folder part of their key
 */
export function useUploads(folder: string): Uploads {
  const { request, notify } = useHost();
  const { t } = useTranslation();
  const patientId = usePatient().viewed?.id;
  const [all, setAll] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const waiting = useRef<readonly Pick<Upload, 'uid' | 'file'>[]>([]);
  const listener = useRef<(file: StoredFile) => void>(undefined);
  // uploads still running on unmount are dropped
  useEffect(() => {
    const left = running.current;
    return () => {
      waiting.current = [];
      left.forEach((one) => one.abort());
    };
  }, []);

  const change = useCallback(
    (uid: string, part: Partial<Upload>) =>
      setAll((before) => before.map((one) => (one.uid === uid ? { ...one, ...part } : one))),
    [],
  );
  const take = useCallback((uid: string) => setAll((before) => before.filter((one) => one.uid !== uid)), []);

  const receive = useCallback((next: (file: StoredFile) => void) => {
    listener.current = next;
    return () => {
      listener.current = undefined;
    };
  }, []);

  /** Returns the error text. */
  function fail(uid: string, notice: Notice): string {
    const failure = [notice.title, notice.description].filter((part) => part !== undefined).join('. ');
    change(uid, { failure });
    notify.show(notice);
    return failure;
  }

  async function send({ uid, file }: Pick<Upload, 'uid' | 'file'>) {
    if (patientId === undefined) return;
    const stop = new AbortController();
    running.current.set(uid, stop);
    try {
      const path = filePath(patientId, folder, extensionOf(file.name), uid);
      const stored = await orNothing(
        uploadFile(
          request,
          path,
          file,
          sendFile(stop.signal, (share) => change(uid, { share })),
        ),
        (error) => {
          if (stop.signal.aborted) return;
          const failure = fail(uid, errorNotice(error, t));
          if (error.code !== 'UPLOAD_QUOTA') return;
          // the rest would be refused alike, one by one
          for (const one of waiting.current) change(one.uid, { failure });
          waiting.current = [];
        },
      );
      if (stored === undefined || stop.signal.aborted) return;
      take(uid);
      listener.current?.(stored);
    } catch (error) {
      // not a storage response, e.g. an unreadable file
      if (!stop.signal.aborted) fail(uid, errorNotice(error, t));
    } finally {
      running.current.delete(uid);
    }
  }

  function enqueue(files: readonly Pick<Upload, 'uid' | 'file'>[]) {
    waiting.current = [...waiting.current, ...files];
    while (running.current.size < AT_ONCE) {
      const [one, ...rest] = waiting.current;
      if (one === undefined) return;
      waiting.current = rest;
      void send(one).finally(() => enqueue([]));
    }
  }

  return {
    all,
    isBusy: all.some(({ failure }) => failure === undefined),
    hasFailed: all.some(({ failure }) => failure !== undefined),
    start(files) {
      const added = files.map((file): Upload => ({ uid: crypto.randomUUID(), file, share: 0 }));
      setAll((before) => [...before, ...added]);
      enqueue(added);
    },
    drop(uid) {
      waiting.current = waiting.current.filter((one) => one.uid !== uid);
      running.current.get(uid)?.abort();
      take(uid);
    },
    retry(uid) {
      const one = all.find((upload) => upload.uid === uid);
      if (one === undefined) return;
      setAll((before) => before.map((upload) => (upload.uid === uid ? { uid, file: one.file, share: 0 } : upload)));
      enqueue([one]);
    },
    receive,
  };
}

/** 'pdf' of 'Giấy ra viện.PDF'; '' without one. */
function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
