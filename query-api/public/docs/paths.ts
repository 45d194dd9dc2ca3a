/** The page of the interface description; the pages for partners lie below it. */
export const DOCS_PATH = '/v1/docs';

/** Scripts, styles and pictures of the pages; each name carries a digest of the content, so that a browser may keep it. */
export const ASSETS_PATH = `${DOCS_PATH}/assets`;
