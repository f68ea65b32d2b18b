/** Version of this contract. Additions raise the minor version, removals the major. */
export const CONTRACT_VERSION = '1.3.0';
