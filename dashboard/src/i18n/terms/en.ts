/** Words of the trade that several pages use. */
export const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  viewer: 'Viewer',
  billing: 'Billing',
} as const;
