if (!pm.collectionVariables.get('csrf_token')) {
  console.log(`Not sent: ${pm.info.requestName}. Nobody is signed in.`);
  pm.execution.skipRequest();
}
