pm.collectionVariables.set('started_at', new Date().toISOString());
