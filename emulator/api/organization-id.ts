/** The emulator is one organization, whatever its seed. */
export const ORGANIZATION_ID = 'org_emulated';
