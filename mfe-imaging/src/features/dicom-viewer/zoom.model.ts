/** Zoom of the picture; 1 fits the stage. `step` is one press of a button or key. */
export const ZOOM = { least: 0.2, most: 20, step: 0.2 } as const;
