"""Tasks in lists on Django REST framework: model, serializers, viewsets, and the document that the framework generates."""
import sys

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="of the suite",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[2], "OPTIONS": {"timeout": 60}}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
        "PAGE_SIZE": 20,
        "DEFAULT_SCHEMA_CLASS": "rest_framework.schemas.openapi.AutoSchema",
    },
)
django.setup()

from django.core.management import call_command, execute_from_command_line  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import include, path  # noqa: E402
from rest_framework import routers, serializers, viewsets  # noqa: E402
from rest_framework.schemas import get_schema_view  # noqa: E402


class TaskList(models.Model):
    name = models.CharField(max_length=60)

    class Meta:
        app_label = "tasks"


class Task(models.Model):
    title = models.CharField(max_length=100)
    done = models.BooleanField(default=False)
    priority = models.CharField(max_length=6, choices=[("low", "Low"), ("high", "High")], default="low")
    due = models.DateField(null=True, blank=True)
    list = models.ForeignKey(TaskList, on_delete=models.CASCADE, related_name="tasks")

    class Meta:
        app_label = "tasks"


class TaskListSerializer(serializers.ModelSerializer):
    class Meta:
        model = TaskList
        fields = ["id", "name"]


class TaskSerializer(serializers.ModelSerializer):
    class Meta:
        model = Task
        fields = ["id", "title", "done", "priority", "due", "list"]


class TaskListViewSet(viewsets.ModelViewSet):
    queryset = TaskList.objects.order_by("id")
    serializer_class = TaskListSerializer


class TaskViewSet(viewsets.ModelViewSet):
    queryset = Task.objects.order_by("id")
    serializer_class = TaskSerializer


router = routers.DefaultRouter()
router.register("lists", TaskListViewSet, basename="list")
router.register("tasks", TaskViewSet, basename="task")
urlpatterns = [path("", include(router.urls)), path("openapi.json", get_schema_view(title="Tasks", version="1.0.0", public=True))]

if __name__ == "__main__":
    with connection.schema_editor() as editor:
        for model in (TaskList, Task):
            editor.create_model(model)
    Task.objects.create(title="old", list=TaskList.objects.create(name="old"))
    execute_from_command_line(["app", "runserver", f"127.0.0.1:{sys.argv[1]}", "--noreload"])
