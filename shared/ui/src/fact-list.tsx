import type { ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import css from './fact-list.module.css';

export interface Fact {
  readonly name: string;
  /** Undefined or '' is displayed as "Chưa có dữ liệu". */
  readonly content: ReactNode;
  /** Distinguishes facts of the same name. */
  readonly key?: string;
}

/** A description list: the key facts of a record. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const text = useUiText();
  return (
    <div className={css.frame}>
      <dl className={css.list}>
        {facts.map(({ name, content, key }) => (
          <div key={key ?? name} className={css.fact}>
            <dt className={css.name}>{name}</dt>
            <dd className={css.content}>
              {content === undefined || content === null || content === '' ? text('data.none') : content}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
