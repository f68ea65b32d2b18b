/** Version of the border described by this package. Additive changes raise the minor, removals the major. */
export const CONTRACT_VERSION = '1.3.0';
