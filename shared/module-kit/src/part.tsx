import type { ComponentType } from 'react';

/** Props of every view and slot component: input from the host. */
export interface PartProps {
  readonly input: unknown;
  readonly headingLevel: number;
}
export type PartLoader = () => Promise<ComponentType<PartProps>>;
