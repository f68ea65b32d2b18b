import type { ScreenPlace } from '@phr/contract/screens';
import { hrefOf } from './screens.tsx';
import { Badge, type BadgeTone } from '@phr/ui/badge';
import type { IconShape } from '@phr/ui/icons';
import { ListRow } from '@phr/ui/list';
import type { ReactNode } from 'react';
import { useHost } from './host.tsx';
import css from './record-row.module.css';

/** A line about a record: a sentence, or a named value with emphasis on the value. */
export type RecordLine = string | { readonly label: string; readonly value: ReactNode };

interface RecordRowProps {
  readonly title: ReactNode;
  /** Lines under the title; absent and empty ones are omitted. */
  readonly lines?: readonly (RecordLine | undefined)[];
  readonly badge?: { readonly words: string; readonly tone: BadgeTone } | undefined;
  readonly icon?: IconShape;
  /** Subject, shown by the icon's background. */
  readonly family?: string | undefined;
  /** Screen opened by the row. */
  readonly to?: ScreenPlace;
  /** Additional links below the text. */
  readonly links?: ReactNode;
}

/** A record in a list: name, facts, state. */
export function RecordRow({ title, lines = [], badge, icon, family, to, links }: RecordRowProps) {
  const { navigation } = useHost();
  const known = lines.filter((line) => line !== undefined && line !== '');
  const row = (
    <ListRow
      title={title}
      icon={icon}
      family={family}
      subtitle={
        known.length === 0
          ? undefined
          : known.map((line, index) => (
              <span key={index} className={css.line}>
                {typeof line === 'object' ? (
                  <>
                    {line.label}: <span className={css.value}>{line.value}</span>
                  </>
                ) : (
                  line
                )}
              </span>
            ))
      }
      detail={badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
      href={to === undefined ? undefined : hrefOf(navigation, to)}
    />
  );
  return links === undefined ? (
    row
  ) : (
    <div className={css.holder}>
      {row}
      <div className={css.links}>{links}</div>
    </div>
  );
}
