# The command as an array `standin`: the version of the lockfile comes first.
if [ -x node_modules/.bin/standin ]; then
  standin=(node_modules/.bin/standin)
else
  standin=(npx --yes "standin@$INPUT_VERSION")
fi
