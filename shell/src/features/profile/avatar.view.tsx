import { initials } from '@phr/fhir/names';
import { useEffect, useState } from 'react';
import { useShell } from '../../core/shell.tsx';
import css from './avatar.module.css';

interface AvatarProps {
  /** Storage key of the picture. */
  readonly photo?: string | undefined;
  /** A picture not stored yet. */
  readonly preview?: string | undefined;
  readonly name: string;
}

/** A person's picture, else initials. Decorative: the name is always beside it. */
export function Avatar({ photo, preview, name }: AvatarProps) {
  const { profiles } = useShell();
  const [signed, setSigned] = useState<{ readonly photo: string; readonly address: string }>();
  useEffect(() => {
    if (photo === undefined) return undefined;
    let stopped = false;
    // if it cannot be loaded, keep the initials
    profiles.addressOf(photo).then(
      (address) => {
        if (!stopped) setSigned({ photo, address });
      },
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [profiles, photo]);
  const address = preview ?? (signed?.photo === photo ? signed?.address : undefined);
  return (
    <span className={css.avatar} aria-hidden="true">
      {address === undefined ? initials(name) : <img src={address} alt="" onError={() => setSigned(undefined)} />}
    </span>
  );
}
