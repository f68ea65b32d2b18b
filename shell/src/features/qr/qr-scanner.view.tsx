import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { IconImage, IconQrCode, IconRetry } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { Actions } from '@phr/ui/page';
import { type ChangeEvent, useCallback, useRef, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { page } from '../../services/host/page.ts';
import { createDecoder } from './decode.port.ts';
import css from './qr.module.css';
import { WORDS } from './qr.words.ts';
import { readScanned, type PersonNumber, type Scanned } from './scan.model.ts';
import { useCamera } from './use-camera.ts';

type Find = Exclude<Scanned, { readonly kind: 'path' }> | { readonly kind: 'no-code' };

/** Scans a code by camera or from a picture, and opens it if it belongs to this app (QR-02). */
export function QrScannerScreen() {
  const { t, locale } = useTexts();
  const {
    config: { appScheme: scheme },
    navigation,
    routes,
  } = useShell();
  const video = useRef<HTMLVideoElement>(null);
  const [find, setFind] = useState<Find>();

  const open = useCallback(
    (content: string) => {
      const scanned = readScanned(content, { origin: page.origin, scheme }, routes.get());
      if (scanned.kind === 'path') navigation.replace(scanned.path);
      else setFind(scanned);
    },
    [navigation, routes, scheme],
  );
  const camera = useCamera(video, find === undefined, open);

  const readFile = async (file: File) => {
    const picture = await createImageBitmap(file).catch(() => undefined);
    const content =
      picture === undefined
        ? undefined
        : await createDecoder()
            .then((decode) => decode(picture))
            .catch(() => undefined);
    picture?.close();
    if (content === undefined) setFind({ kind: 'no-code' });
    else open(content);
  };

  return (
    <Screen title={t('screen.qr-scanner')} backHref="/dashboard" note={t('scan.lead')}>
      <Card>
        {find === undefined && (camera === 'starting' || camera === 'running') && (
          <div className={css.finder}>
            <video ref={video} playsInline muted aria-label={t('scan.camera')} />
            <div className={css.frame} />
          </div>
        )}
        {find === undefined && camera === 'running' && <p role="status">{t('scan.looking')}</p>}
        {find === undefined && camera === 'refused' && (
          <Notice type="error" announce="alert">
            {t('device.mediaPermission')}
          </Notice>
        )}
        {find === undefined && camera === 'none' && (
          <Notice type="warning" announce="alert">
            {t('scan.noCamera')}
          </Notice>
        )}
        {find?.kind === 'no-code' && (
          <Notice type="warning" announce="alert">
            {t('scan.noCode')}
          </Notice>
        )}
        {find?.kind === 'person-number' && <OfPerson of={find.of} />}
        {find?.kind === 'foreign' && <ForeignCode text={find.text} />}
        <Actions>
          {find !== undefined && (
            <Button variant="primary" icon={IconRetry} onClick={() => setFind(undefined)}>
              {t('scan.again')}
            </Button>
          )}
          <FileButton label={t('scan.file')} onFile={(file) => void readFile(file)} />
          <LinkButton icon={IconQrCode} href="/patient-qrs">
            {WORDS.show[locale]}
          </LinkButton>
        </Actions>
      </Card>
    </Screen>
  );
}

/** Shows the content of a foreign code. */
function ForeignCode({ text }: { readonly text: string }) {
  const t = useT();
  return (
    <Notice type="warning" announce="alert" title={t('toast.notSupported')}>
      <p>{t('scan.foreign')}</p>
      <p className={css.found} translate="no">
        {text}
      </p>
    </Notice>
  );
}

/** Explains a scanned personal number and what to do with it; does not repeat the number. */
function OfPerson({ of }: { readonly of: PersonNumber }) {
  const t = useT();
  return (
    <Notice type="warning" announce="alert" title={t(`scan.${of}`)}>
      <p>{t(`scan.${of}.help`)}</p>
      {(of === 'citizenCard' || of === 'insurance') && <LinkButton href="/profile">{t('screen.profile')}</LinkButton>}
    </Notice>
  );
}

/** A button that opens the file picker. */
function FileButton({ label, onFile }: { readonly label: string; readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // allow choosing the same picture again
    event.currentTarget.value = '';
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden aria-label={label} onChange={choose} />
      <Button icon={IconImage} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
