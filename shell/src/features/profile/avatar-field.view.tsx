import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { Notice } from '@phr/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { useT, type TextKey } from '../../core/texts.tsx';
import { Avatar } from './avatar.view.tsx';
import { AVATAR_ACCEPT, avatarFault, CENTERED, type Crop, cropArea, PICTURE, pictureIn } from './avatar.model.ts';
import css from './avatar.module.css';
import type { PhotoChange } from './photo.api.ts';

interface AvatarFieldProps {
  readonly name: string;
  /** Storage key of the existing picture. */
  readonly photo?: string | undefined;
  readonly change: PhotoChange;
  readonly onChange: (change: PhotoChange) => void;
}

/** Selects, crops and removes a person's picture. Nothing is sent before the form. */
export function AvatarField({ name, photo, change, onChange }: AvatarFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<TextKey>();
  const [picture, setPicture] = useState<ImageBitmap>();

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const head = await file
      .slice(0, 8)
      .arrayBuffer()
      .catch(() => undefined);
    // the file may be gone: moved, changed, or not downloaded yet
    const found = head === undefined ? 'profile.err.avatarUnreadable' : avatarFault(file, new Uint8Array(head));
    setFault(found);
    if (found !== undefined) return;
    // name and first bytes match, but the rest may be corrupt
    await createImageBitmap(file).then(setPicture, () => setFault('profile.err.avatarType'));
  }
  const shown = change.kind === 'keep' ? photo : undefined;
  const has = change.kind === 'new' || shown !== undefined;
  return (
    <div className={css.field} role="group" aria-label={t('profile.photo')}>
      <Avatar name={name} photo={shown} preview={change.kind === 'new' ? change.preview : undefined} />
      <div>
        <p className={css.hint}>{t('profile.photoHint')}</p>
        {fault !== undefined && (
          <Notice type="error" announce="alert">
            {t(fault)}
          </Notice>
        )}
        <div className={css.buttons}>
          <input
            ref={input}
            type="file"
            className={css.file}
            accept={AVATAR_ACCEPT}
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              void choose(file);
            }}
          />
          <Button dense onClick={() => input.current?.click()}>
            {t(has ? 'profile.photoChange' : 'profile.photoChoose')}
          </Button>
          {has && (
            <Button
              dense
              variant="quiet"
              onClick={() => onChange(photo === undefined ? { kind: 'keep' } : { kind: 'remove' })}
            >
              {t('profile.photoRemove')}
            </Button>
          )}
        </div>
      </div>
      {picture !== undefined && (
        <CropDialog
          picture={picture}
          onCancel={() => setPicture(undefined)}
          onDone={(file) => {
            setPicture(undefined);
            onChange({ kind: 'new', file, preview: URL.createObjectURL(file) });
          }}
        />
      )}
    </div>
  );
}

interface CropDialogProps {
  readonly picture: ImageBitmap;
  readonly onCancel: () => void;
  readonly onDone: (file: Blob) => void;
}

/** Crops to 4:3 with sliders, usable by touch and by arrow keys (UX-37). */
function CropDialog({ picture, onCancel, onDone }: CropDialogProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(CENTERED);
  useEffect(() => {
    const { left, top, width, height } = cropArea(picture, crop);
    const context = canvas.current?.getContext('2d');
    if (context == null) return;
    // white background: the stored format has no transparency
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, PICTURE.width, PICTURE.height);
    context.drawImage(picture, left, top, width, height, 0, 0, PICTURE.width, PICTURE.height);
  }, [picture, crop]);
  const done = () => {
    if (canvas.current !== null) onDone(pictureIn(canvas.current));
  };
  const slider = (name: keyof Crop, label: TextKey, min: number, max: number) => (
    <label>
      {t(label)}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        onChange={(event) => setCrop({ ...crop, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  return (
    <Dialog
      open
      title={t('profile.photoCut')}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={done}>
            {t('common.choose')}
          </Button>
        </>
      }
    >
      <div className={css.cut}>
        <canvas
          ref={canvas}
          className={css.picture}
          width={PICTURE.width}
          height={PICTURE.height}
          role="img"
          aria-label={t('profile.photo')}
        />
      </div>
      <div className={css.sliders}>
        {slider('zoom', 'profile.photoZoom', 1, 3)}
        {slider('x', 'profile.photoAcross', 0, 1)}
        {slider('y', 'profile.photoDown', 0, 1)}
      </div>
    </Dialog>
  );
}
